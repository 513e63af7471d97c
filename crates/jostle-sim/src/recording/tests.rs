use super::*;
use crate::ShippedScene;
use glam::DVec3;
use jostle::Scene;
use std::io::{Cursor, Write};

/// Frames of a scene that moves, as positions, and their recording.
fn recorded(frames: u32) -> (Vec<Vec<DVec3>>, Vec<u8>) {
    let mut file = ShippedScene::find("mixed").unwrap().load().unwrap();
    let mut recorder = Recorder::new(Vec::new(), "memory").unwrap();
    let mut positions = Vec::new();
    for _ in 0..frames {
        file.world.step().unwrap();
        recorder.record(file.world.scene()).unwrap();
        positions.push(file.world.scene().vertices().to_vec());
    }
    (positions, recorder.into_target())
}

fn assert_same(scene: &Scene, positions: &[DVec3]) {
    assert!(scene.vertices() == positions, "to the last bit");
}

#[test]
fn frames_play_in_any_order_to_the_last_bit() {
    let (positions, bytes) = recorded(80);
    let raw = 80 * positions[0].len() * 24;
    println!("{} bytes for {raw}", bytes.len());
    assert!(bytes.len() < raw);
    let mut player = Player::new(Cursor::new(bytes), "memory").unwrap();
    assert_eq!((player.frames(), player.is_cut_off()), (80, false));
    for frame in (0..80).chain([79, 0, 41, 40, 42, 64, 63, 31, 32, 33]) {
        assert_same(player.frame(frame).unwrap(), &positions[frame as usize]);
    }
    let scene = player.frame(3).unwrap();
    assert_eq!(scene.objects()[0].name(), "cow");
    assert_eq!((scene.objects().len(), scene.element_count()), (8, 1_930));
    let error = player.frame(80).unwrap_err().to_string();
    assert_eq!(error, "'memory' has 80 frames, so that frame 80 is not among them");
}

/// Cut off at any byte: what is whole plays, the rest is told.
#[test]
fn recordings_play_up_to_the_last_whole_frame_wherever_they_end() {
    let (positions, bytes) = recorded(5);
    let mut player = Player::new(Cursor::new(&bytes), "memory").unwrap();
    let mut seen = 0;
    for end in 0..bytes.len() {
        let Ok(mut cut) = Player::new(Cursor::new(&bytes[..end]), "memory") else {
            assert!(end < 8);
            continue;
        };
        let frames = cut.frames();
        assert!(frames >= seen && frames < 5);
        seen = frames;
        if frames > 0 && end % 97 == 0 {
            assert_same(cut.frame(frames - 1).unwrap(), &positions[frames as usize - 1]);
        }
    }
    assert_eq!(seen, 4);
    assert_same(player.frame(4).unwrap(), &positions[4]);
}

/// A bit that changed is found, and frames that do not depend on it play.
#[test]
fn damage_is_told() {
    let (positions, bytes) = recorded(70);
    let third = bytes.len() / 3;
    let mut wrong = bytes.clone();
    wrong[third] ^= 4;
    let mut player = Player::new(Cursor::new(&wrong), "memory").unwrap();
    let damaged = (0..player.frames()).filter(|&frame| player.frame(frame).is_err()).count();
    assert!(damaged > 0 || player.frames() < 70);
    assert_same(player.frame(0).unwrap(), &positions[0]);
    for other in [&b""[..], b"JOSTL", b"\x89PNG\r\n\x1a\n....", b"JOSTLE\0\x02"] {
        assert!(matches!(
            Player::new(Cursor::new(other), "x"),
            Err(RecordingError::NoRecording { .. })
        ));
    }
}

/// A disk that is full after so many bytes.
struct SmallDisk {
    kept: Vec<u8>,
    room: usize,
}

impl Write for SmallDisk {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = bytes.len().min(self.room - self.kept.len());
        if count == 0 {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        self.kept.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error_and_loses_nothing_from_before() {
    let (positions, bytes) = recorded(6);
    let disk = SmallDisk { kept: Vec::new(), room: bytes.len() - 10 };
    let mut file = ShippedScene::find("mixed").unwrap().load().unwrap();
    let mut recorder = Recorder::new(disk, "disk").unwrap();
    for frame in 0..6 {
        file.world.step().unwrap();
        let recorded = recorder.record(file.world.scene());
        assert_eq!(recorded.is_ok(), frame < 5);
        if let Err(error) = recorded {
            assert!(
                error.to_string().starts_with("frame 5 of 'disk' could not be written"),
                "{error}"
            );
        }
    }
    // No half of a frame gets another one after it.
    assert!(recorder.record(file.world.scene()).is_err());
    assert_eq!(recorder.frames(), 5);
    let kept = recorder.into_target().kept;
    let mut player = Player::new(Cursor::new(kept), "disk").unwrap();
    assert_eq!((player.frames(), player.is_cut_off()), (5, true));
    assert_same(player.frame(4).unwrap(), &positions[4]);
}

#[test]
fn self_collision_is_as_recorded_or_as_told() {
    let (_, bytes) = recorded(1);
    let mut player = Player::new(Cursor::new(bytes), "memory").unwrap();
    let flags = |player: &mut Player<Cursor<Vec<u8>>>| -> Vec<bool> {
        let scene = player.frame(0).unwrap();
        scene.objects().iter().map(|object| object.has_self_collision()).collect()
    };
    let own = flags(&mut player);
    for told in [true, false] {
        player.set_self_collision(Some(told));
        assert_eq!(flags(&mut player), [told; 8]);
    }
    player.set_self_collision(None);
    assert_eq!(flags(&mut player), own);
}

#[test]
fn a_new_topology_begins_a_new_scene() {
    let mut scene = Scene::new();
    let ball = scene.add("ball", jostle::mesh::shapes::ball_tets(2, 1.0)).unwrap();
    let mut recorder = Recorder::new(Vec::new(), "memory").unwrap();
    recorder.record(&scene).unwrap();
    scene.vertices_mut(ball).unwrap()[0].x += 1.0;
    recorder.record(&scene).unwrap();
    scene.replace(ball, jostle::mesh::shapes::ball_tets(3, 1.0)).unwrap();
    recorder.record(&scene).unwrap();
    let mut player = Player::new(Cursor::new(recorder.into_target()), "memory").unwrap();
    assert_eq!(player.frame(2).unwrap().element_count(), 20 * 27);
    assert_same(player.frame(2).unwrap(), scene.vertices());
    assert_eq!(player.frame(1).unwrap().element_count(), 160);
}
