//! `--between` and `--ignore`: which objects are compared.

use crate::args::FilterArgs;
use crate::error::Error;
use crate::input::{InputScene, Note, ObjectOrigin};
use crate::thread_count::ThreadCount;
use glob::Pattern;
use jostle::mesh::Layers;
use jostle::{Filters, ObjectId, Scene, Session};
use std::num::NonZeroUsize;
use std::path::Path;

/// Objects named beside a name that is not known.
const NAMES_SHOWN: usize = 8;

/// What options compare in a scene, and a session on as many threads as they ask for. A note tells of threads that there
/// are not.
pub fn of_scene(
    args: &FilterArgs,
    threads: Option<NonZeroUsize>,
    input: &mut InputScene,
) -> Result<(Filters, Session), Error> {
    input.notes.extend(threads.map(ThreadCount::new).and_then(ThreadCount::note).map(Note::new));
    let InputScene { scene, origins, .. } = input;
    let filters = apply(args, scene, origins, Filters::new(), true)?;
    Ok((filters, ThreadCount::session(threads)))
}

/// Sets what is compared: layers of the objects for `--between`, exclusions of the filters for `--ignore`. If
/// it is strict, a name that nothing has is an error.
pub fn apply(
    args: &FilterArgs,
    scene: &mut Scene,
    origins: &[ObjectOrigin],
    filters: Filters,
    is_strict: bool,
) -> Result<Filters, Error> {
    let matching =
        |option, name: &String, scene: &Scene| matching(option, name, scene, origins, is_strict);
    if !args.between.is_empty() {
        set_layers(&args.between, scene, |name, scene| matching("--between", name, scene))?;
    }
    let mut excluded = Vec::new();
    for pair in args.ignore.chunks_exact(2) {
        let [a, b] = [&pair[0], &pair[1]].map(|name| matching("--ignore", name, scene));
        let b = b?;
        excluded.extend(a?.iter().flat_map(|&a| b.iter().map(move |&b| (a, b))));
    }
    Ok(filters.exclude(excluded))
}

/// Objects are compared if one matches a pattern and the other a different one. So each pattern is a layer,
/// and an object that matches one pattern alone is compared with all layers but that; if it matches several,
/// there is a different one for whatever another object matches.
fn set_layers(
    patterns: &[String],
    scene: &mut Scene,
    matching: impl Fn(&String, &Scene) -> Result<Vec<ObjectId>, Error>,
) -> Result<(), Error> {
    if patterns.len() > u32::BITS as usize {
        return Err(Error::TooManyNames { given: patterns.len() });
    }
    let mut memberships = vec![0u32; scene.objects().len()];
    for (layer, pattern) in patterns.iter().enumerate() {
        for object in matching(pattern, scene)? {
            memberships[object.index()] |= 1 << layer;
        }
    }
    for (object, membership) in scene.object_ids().zip(memberships) {
        let mask = match membership.count_ones() {
            0 => 0,
            1 => !membership,
            _ => u32::MAX,
        };
        scene.set_layers(object, Layers { membership, mask })?;
    }
    Ok(())
}

/// The objects that a pattern names: by their names, their parts, their files or the last parts of those.
fn matching(
    option: &'static str,
    text: &str,
    scene: &Scene,
    origins: &[ObjectOrigin],
    is_strict: bool,
) -> Result<Vec<ObjectId>, Error> {
    // A name may have characters that no pattern has.
    let pattern = Pattern::new(text);
    let matches =
        |name: &str| name == text || pattern.as_ref().is_ok_and(|pattern| pattern.matches(name));
    let is_named = |object: &ObjectId| {
        let origin = origins.get(object.index());
        let of_origin = |own: &ObjectOrigin| {
            let last = Path::new(&own.file).file_name().map(|name| name.to_string_lossy());
            own.part.as_deref().is_some_and(matches)
                || matches(&own.file)
                || last.is_some_and(|last| matches(&last))
        };
        matches(scene.objects()[object.index()].name()) || origin.is_some_and(of_origin)
    };
    let found: Vec<ObjectId> = scene.object_ids().filter(is_named).collect();
    if found.is_empty() && is_strict {
        if let Err(source) = pattern {
            return Err(Error::Pattern { pattern: text.to_owned(), source });
        }
        let names = scene.objects().iter().map(|own| format!("'{}'", own.name()));
        let more = if scene.objects().len() > NAMES_SHOWN { ", ..." } else { "" };
        let names = names.take(NAMES_SHOWN).collect::<Vec<_>>().join(", ") + more;
        return Err(Error::NoSuchObject { option, pattern: text.to_owned(), names });
    }
    Ok(found)
}
