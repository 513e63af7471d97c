//! A table of a scene file, which knows what it was asked for.

use super::error::{SceneFileError, Source};
use glam::DVec3;
use jostle_support::text::nearest;
use std::cell::RefCell;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A table whose keys are read one by one; those that nobody asked for are refused by [`finish`](Table::finish).
pub(super) struct Table<'t> {
    source: &'t Source,
    entries: &'t DeTable<'t>,
    /// Where it begins.
    start: usize,
    known: RefCell<Vec<&'static str>>,
}

type Value<'t> = &'t Spanned<DeValue<'t>>;

impl<'t> Table<'t> {
    pub fn new(source: &'t Source, entries: &'t DeTable<'t>, start: usize) -> Table<'t> {
        Table { source, entries, start, known: RefCell::new(Vec::new()) }
    }

    fn get(&self, key: &'static str) -> Option<Value<'t>> {
        self.known.borrow_mut().push(key);
        self.entries.get(key)
    }

    /// Whether a key is there.
    pub fn has(&self, key: &'static str) -> bool {
        self.get(key).is_some()
    }

    /// An error about the whole table.
    pub fn error(&self, problem: String) -> SceneFileError {
        self.source.error(self.start, problem)
    }

    /// An error about a key that is there.
    pub fn error_at(&self, key: &'static str, problem: String) -> SceneFileError {
        let at = self.entries.get(key).map_or(self.start, |value| value.span().start);
        self.source.error(at, format!("'{key}' {problem}"))
    }

    fn wrong_kind(&self, key: &'static str, value: Value, wanted: &str) -> SceneFileError {
        self.error_at(key, format!("must be {wanted}, but is {}", described(value.get_ref())))
    }

    fn optional_number(&self, key: &'static str) -> Result<Option<f64>, SceneFileError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let number = number(value.get_ref());
        let number = number.ok_or_else(|| self.wrong_kind(key, value, "a number"))?;
        if !number.is_finite() {
            return Err(self.error_at(key, format!("must be finite, but is {number}")));
        }
        Ok(Some(number))
    }

    /// A finite number.
    pub fn number(&self, key: &'static str, default: f64) -> Result<f64, SceneFileError> {
        Ok(self.optional_number(key)?.unwrap_or(default))
    }

    /// A finite number in a range, if it is there.
    pub fn optional(
        &self,
        key: &'static str,
        is_allowed: impl Fn(f64) -> bool,
        allowed: &str,
    ) -> Result<Option<f64>, SceneFileError> {
        match self.optional_number(key)? {
            Some(number) if !is_allowed(number) => {
                Err(self.error_at(key, format!("must be {allowed}, but is {number}")))
            }
            other => Ok(other),
        }
    }

    pub fn positive(&self, key: &'static str, default: f64) -> Result<f64, SceneFileError> {
        Ok(self.optional(key, |number| number > 0.0, "above zero")?.unwrap_or(default))
    }

    pub fn not_negative(&self, key: &'static str, default: f64) -> Result<f64, SceneFileError> {
        Ok(self.optional(key, |number| number >= 0.0, "at least zero")?.unwrap_or(default))
    }

    /// A whole number from `least` up.
    pub fn integer(
        &self,
        key: &'static str,
        default: u32,
        least: u32,
    ) -> Result<u32, SceneFileError> {
        let Some(value) = self.get(key) else { return Ok(default) };
        let whole = integer(value.get_ref());
        let whole = whole.ok_or_else(|| self.wrong_kind(key, value, "a whole number"))?;
        match u32::try_from(whole) {
            Ok(whole) if whole >= least => Ok(whole),
            _ => {
                Err(self
                    .error_at(key, format!("must be from {least} to {}, but is {whole}", u32::MAX)))
            }
        }
    }

    pub fn boolean(&self, key: &'static str, default: bool) -> Result<bool, SceneFileError> {
        let Some(value) = self.get(key) else { return Ok(default) };
        match value.get_ref() {
            DeValue::Boolean(own) => Ok(*own),
            _ => Err(self.wrong_kind(key, value, "true or false")),
        }
    }

    pub fn string(&self, key: &'static str) -> Result<Option<String>, SceneFileError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match value.get_ref() {
            DeValue::String(own) => Ok(Some(own.to_string())),
            _ => Err(self.wrong_kind(key, value, "a text in quotes")),
        }
    }

    /// As many numbers as asked for.
    pub fn numbers<const N: usize>(
        &self,
        key: &'static str,
        default: [f64; N],
    ) -> Result<[f64; N], SceneFileError> {
        let Some(value) = self.get(key) else { return Ok(default) };
        let wanted = || self.wrong_kind(key, value, &format!("{N} numbers in brackets"));
        let DeValue::Array(items) = value.get_ref() else { return Err(wanted()) };
        let items: Option<Vec<f64>> = items.iter().map(|item| number(item.get_ref())).collect();
        let items: [f64; N] = items.and_then(|items| items.try_into().ok()).ok_or_else(wanted)?;
        match items.iter().find(|item| !item.is_finite()) {
            Some(item) => Err(self.error_at(key, format!("must be finite, but has {item}"))),
            None => Ok(items),
        }
    }

    pub fn vector(&self, key: &'static str, default: DVec3) -> Result<DVec3, SceneFileError> {
        Ok(DVec3::from_array(self.numbers(key, default.to_array())?))
    }

    /// Counts from one up.
    pub fn counts<const N: usize>(
        &self,
        key: &'static str,
        default: [u32; N],
    ) -> Result<[u32; N], SceneFileError> {
        let numbers = self.numbers(key, default.map(f64::from))?;
        let is_count = |number: &f64| *number >= 1.0 && *number <= 1e6 && number.fract() == 0.0;
        match numbers.iter().find(|number| !is_count(number)) {
            Some(number) => Err(self.error_at(
                key,
                format!("must be whole numbers from 1 to 1,000,000, but has {number}"),
            )),
            None => Ok(numbers.map(|number| number as u32)),
        }
    }

    /// One of several names.
    pub fn choice<T: Copy>(
        &self,
        key: &'static str,
        choices: &[(&'static str, T)],
        default: T,
    ) -> Result<T, SceneFileError> {
        let Some(name) = self.string(key)? else { return Ok(default) };
        let found = choices.iter().find(|(own, _)| *own == name);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let names: Vec<String> = choices.iter().map(|(own, _)| format!("'{own}'")).collect();
            let near = nearest(&name, choices.iter().map(|(own, _)| *own));
            let hint = near.map_or(String::new(), |near| format!("; did you mean '{near}'?"));
            self.error_at(
                key,
                format!("is '{name}', but must be one of {}{hint}", names.join(", ")),
            )
        })
    }

    /// One of several names, which has no default.
    pub fn required_choice<T: Copy>(
        &self,
        key: &'static str,
        choices: &[(&'static str, T)],
    ) -> Result<T, SceneFileError> {
        if !self.has(key) {
            let names: Vec<String> = choices.iter().map(|(own, _)| format!("'{own}'")).collect();
            return Err(self.error(format!("'{key}' is missing: one of {}", names.join(", "))));
        }
        self.choice(key, choices, choices[0].1)
    }

    pub fn table(&self, key: &'static str) -> Result<Option<Table<'t>>, SceneFileError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match value.get_ref() {
            DeValue::Table(own) => Ok(Some(Table::new(self.source, own, value.span().start))),
            _ => Err(self.wrong_kind(key, value, "a table")),
        }
    }

    /// The tables of `[[key]]`.
    pub fn tables(&self, key: &'static str) -> Result<Vec<Table<'t>>, SceneFileError> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let wanted = || self.wrong_kind(key, value, &format!("written as [[{key}]]"));
        let DeValue::Array(items) = value.get_ref() else { return Err(wanted()) };
        let tables = items.iter().map(|item| match item.get_ref() {
            DeValue::Table(own) => Ok(Table::new(self.source, own, item.span().start)),
            _ => Err(wanted()),
        });
        tables.collect()
    }

    /// Refuses keys that nobody asked for.
    pub fn finish(&self) -> Result<(), SceneFileError> {
        let known = self.known.borrow();
        // In the order of the file, so that the first is named.
        let unknown = self
            .entries
            .iter()
            .filter(|(key, _)| !known.iter().any(|own| *own == key.get_ref().as_ref()))
            .min_by_key(|(key, _)| key.span().start);
        let Some((key, _)) = unknown else { return Ok(()) };
        let name = key.get_ref();
        let hint = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean '{near}'?"),
            None => "remove it".to_owned(),
        };
        Err(self.source.error(key.span().start, format!("'{name}' is not known here; {hint}")))
    }
}

fn number(value: &DeValue) -> Option<f64> {
    match value {
        DeValue::Float(own) => own.as_str().parse().ok(),
        DeValue::Integer(_) => integer(value).map(|whole| whole as f64),
        _ => None,
    }
}

fn integer(value: &DeValue) -> Option<i64> {
    let own = value.as_integer()?;
    i64::from_str_radix(own.as_str(), own.radix()).ok()
}

fn described(value: &DeValue) -> String {
    match value {
        DeValue::String(own) => format!("the text '{own}'"),
        DeValue::Integer(own) => own.to_string(),
        DeValue::Float(own) => own.to_string(),
        DeValue::Boolean(own) => own.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(items) => format!("a list of {}", items.len()),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
