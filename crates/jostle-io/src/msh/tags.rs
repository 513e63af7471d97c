//! From node tags, which may be any numbers, to vertex indices.

use crate::error::grouped;

pub(super) enum Tags {
    /// Tags count up from this one, as almost all files have it.
    Consecutive { first: i64, count: usize },
    /// Sorted by tag.
    Any(Vec<(i64, u32)>),
}

impl Tags {
    /// The map for nodes in the order of the file, or the tag that two of them have.
    pub fn new(tags: Vec<i64>) -> Result<Tags, i64> {
        let first = tags.first().copied().unwrap_or(1);
        let expected = (0..tags.len() as i64).map(|i| first.saturating_add(i));
        if tags.iter().copied().eq(expected) && first.checked_add(tags.len() as i64).is_some() {
            return Ok(Tags::Consecutive { first, count: tags.len() });
        }
        let mut sorted: Vec<(i64, u32)> = tags.into_iter().zip(0..).collect();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => Err(pair[0].0),
            None => Ok(Tags::Any(sorted)),
        }
    }

    pub fn vertex(&self, tag: i64) -> Option<u32> {
        match self {
            Tags::Consecutive { first, count } => {
                let index = tag.checked_sub(*first)?;
                u32::try_from(index).ok().filter(|&index| (index as usize) < *count)
            }
            Tags::Any(sorted) => {
                let at = sorted.binary_search_by_key(&tag, |&(tag, _)| tag).ok()?;
                Some(sorted[at].1)
            }
        }
    }

    pub fn missing(&self, element: usize, tag: i64) -> String {
        let count = match self {
            Tags::Consecutive { count, .. } => *count,
            Tags::Any(sorted) => sorted.len(),
        };
        let (element, count) = (grouped(element), grouped(count));
        format!("element {element} refers to node {tag}, which is none of the {count} nodes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_any_order_lead_to_vertices() {
        let tags = Tags::new(vec![70, 10, 20]).unwrap();
        assert_eq!([10, 20, 70, 11].map(|t| tags.vertex(t)), [Some(1), Some(2), Some(0), None]);
        let tags = Tags::new(vec![5, 6, 7]).unwrap();
        assert_eq!(
            [4, 5, 7, 8, i64::MIN].map(|t| tags.vertex(t)),
            [None, Some(0), Some(2), None, None]
        );
        assert_eq!(Tags::new(vec![3, 1, 3]).err(), Some(3));
    }
}
