//! The impacts of all steps as CSV.

use super::{kind_name, local_vertices};
use crate::error::Error;
use crate::output_file;
use jostle::Scene;
use jostle::impact::Impact;
use jostle_io::NewFile;
use std::io::Write;
use std::path::Path;

/// The impacts of all steps as one table.
pub struct ImpactTable<'p> {
    path: &'p Path,
    file: Box<dyn Finish>,
}

/// A file that is there once it is finished, or standard output.
trait Finish: Write {
    fn finish(self: Box<Self>) -> std::io::Result<()>;
}

impl Finish for NewFile {
    fn finish(self: Box<NewFile>) -> std::io::Result<()> {
        NewFile::finish(*self)
    }
}

impl Finish for std::io::Stdout {
    fn finish(mut self: Box<Self>) -> std::io::Result<()> {
        self.flush()
    }
}

impl<'p> ImpactTable<'p> {
    pub fn create(path: &'p Path) -> Result<ImpactTable<'p>, Error> {
        let create = || -> std::io::Result<Box<dyn Finish>> {
            let mut file: Box<dyn Finish> = match output_file::is_standard_output(path) {
                true => Box::new(std::io::stdout()),
                false => Box::new(NewFile::create(path)?),
            };
            writeln!(file, "step,kind,object_a,object_b,i0,i1,i2,i3,t_lo,t_hi")?;
            Ok(file)
        };
        let file = create().map_err(|source| Error::Write { path: path.to_owned(), source })?;
        Ok(ImpactTable { path, file })
    }

    pub fn add(&mut self, step: usize, scene: &Scene, impacts: &[Impact]) -> Result<(), Error> {
        let mut write = || {
            for impact in impacts {
                let [a, b] = impact.objects;
                let [i0, i1, i2, i3] = local_vertices(scene, impact);
                let kind = kind_name(impact.features);
                let [low, high] = [impact.time.lower, impact.time.upper];
                writeln!(self.file, "{step},{kind},{a},{b},{i0},{i1},{i2},{i3},{low:?},{high:?}")?;
            }
            Ok(())
        };
        write().map_err(|source| Error::Write { path: self.path.to_owned(), source })
    }

    pub fn finish(self) -> Result<(), Error> {
        let ImpactTable { path, file } = self;
        file.finish().map_err(|source| Error::Write { path: path.to_owned(), source })
    }
}
