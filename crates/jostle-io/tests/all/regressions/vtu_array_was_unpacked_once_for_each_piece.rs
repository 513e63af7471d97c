//! Pieces of a VTU file may refer to the same array, which was unpacked for each of them: a file of two
//! megabytes took hours. What is unpacked counts against a budget for the whole file now.

#[test]
fn an_array_that_many_pieces_refer_to_is_refused() {
    jostle_testing::alone!();
    let empty =
        "<DataArray Name=\"types\" type=\"UInt8\"/><DataArray Name=\"offsets\" type=\"UInt8\"/>";
    let piece = format!(
        "<Piece><Cells>{empty}<DataArray Name=\"connectivity\" type=\"Int8\" format=\"appended\" \
         offset=\"0\"/></Cells></Piece>"
    );
    let mut file = format!(
        "<VTKFile type=\"UnstructuredGrid\" byte_order=\"LittleEndian\" header_type=\"UInt32\">\
         <UnstructuredGrid>{}</UnstructuredGrid><AppendedData encoding=\"raw\">_",
        piece.repeat(20_000)
    )
    .into_bytes();
    file.extend(2_000_000u32.to_le_bytes());
    file.extend(vec![0; 2_000_000]);
    file.extend_from_slice(b"</AppendedData></VTKFile>");
    let report = super::check("shared.vtu", &file);
    assert_eq!(report.refused, 1);
}
