//! A list that is written over.

/// A list of what is written many at a time, of which some are kept. Places that have been written once are there to
/// be written over.
#[derive(Debug)]
pub struct PlaceBuffer<T> {
    places: Vec<T>,
    count: usize,
}

impl<T> Default for PlaceBuffer<T> {
    fn default() -> PlaceBuffer<T> {
        PlaceBuffer { places: Vec::new(), count: 0 }
    }
}

impl<T: Copy> PlaceBuffer<T> {
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn clear(&mut self) {
        self.count = 0;
    }

    pub fn written(&self) -> &[T] {
        &self.places[..self.count]
    }

    pub fn written_mut(&mut self) -> &mut [T] {
        &mut self.places[..self.count]
    }

    /// The next places, so many; new ones hold what is given.
    pub fn next(&mut self, count: usize, blank: T) -> &mut [T] {
        let most = self.count + count;
        if self.places.len() < most {
            self.places.resize(most, blank);
        }
        &mut self.places[self.count..most]
    }

    /// Keeps so many of the next places.
    pub fn keep(&mut self, count: usize) {
        assert!(count <= self.places.len() - self.count, "as many as there are places");
        self.count += count;
    }

    pub fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<T>()
    }
}
