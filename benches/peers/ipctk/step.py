"""IPC Toolkit on one step: prints one line of names and values.

Called as step.py METHOD THREADS REPEAT BUDGET STEP OUT, where METHOD is one of

    narrow NAME      the candidates of the file, through one call of compute_collision_free_stepsize
    each NAME        the same, one call for each candidate, all over the whole step
    step BROAD NAME  candidates of its own, then compute_collision_free_stepsize
    candidates BROAD candidates of its own, which are written to OUT
    near BROAD       normal collisions at the start, within a thousandth of the size

with its words joined by a comma. The file is described in src/impact/step_file.rs.
"""

import sys
import time

import ipctk
import numpy as np

# Calls from Python take microseconds; this many say enough about the mean.
EACH_LIMIT = 200_000

# Calls that are timed together.
CHUNK = 1_000


def status(name):
    """Bytes that the system tells about this process, or None."""
    try:
        with open("/proc/self/status") as lines:
            for line in lines:
                if line.startswith(name + ":"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return None


def peak_bytes():
    """The most that was resident at once, without what is mapped from files: programs and libraries."""
    peak, files = status("VmHWM"), status("RssFile")
    return None if peak is None or files is None else peak - files


def reset_peak():
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        pass


class Step:
    """A step with its collision mesh; arrays as the library wants them, so that it copies none."""

    def __init__(self, path):
        with open(path, "rb") as file:
            words = lambda n, columns: np.fromfile(file, "<u4", n * columns).reshape(n, columns)
            reals = lambda n: np.asfortranarray(np.fromfile(file, "<f8", n * 3).reshape(n, 3))
            vertices, edges, faces, vertex_faces, edge_edges = np.fromfile(file, "<u4", 5)
            self.start, self.end = reals(vertices), reals(vertices)
            self.edges = np.asfortranarray(words(edges, 2).astype(np.int32))
            self.faces = np.asfortranarray(words(faces, 3).astype(np.int32))
            self.vertex_faces, self.edge_edges = words(vertex_faces, 2), words(edge_edges, 2)
        self.mesh = ipctk.CollisionMesh(self.start, self.edges, self.faces)

    def candidates(self):
        """Those of the file, as objects of the library: vertices and faces, then edges."""
        candidates = ipctk.Candidates()
        candidates.fv_candidates = [
            ipctk.FaceVertexCandidate(f, v) for v, f in self.vertex_faces.tolist()
        ]
        candidates.ee_candidates = [
            ipctk.EdgeEdgeCandidate(a, b) for a, b in self.edge_edges.tolist()
        ]
        return candidates

    def stencils(self, positions):
        """The four corners of each candidate of the file, one row each."""
        v, f = self.vertex_faces.T
        a, b = self.edge_edges.T
        corners = np.concatenate(
            [np.column_stack([v, self.faces[f]]), np.column_stack([self.edges[a], self.edges[b]])]
        )
        return np.ascontiguousarray(positions[corners].reshape(len(corners), 12))


def narrow_phase(name):
    return {"additive": ipctk.AdditiveCCD, "inclusion": ipctk.TightInclusionCCD}[name]()


def best_of(repeat, budget, run):
    """The first result, the best time, and the peak memory of the first run."""
    best, spent, result, peak = None, 0.0, None, None
    for turn in range(repeat):
        if turn and spent >= budget:
            break
        begin = time.perf_counter()
        answer = run()
        seconds = time.perf_counter() - begin
        spent += seconds
        best = seconds if best is None else min(best, seconds)
        if turn == 0:
            result, peak = answer, peak_bytes()
    return result, best, peak


def run_narrow(step, limits, out, name):
    candidates, method = step.candidates(), narrow_phase(name)
    test = lambda: candidates.compute_collision_free_stepsize(
        step.mesh, step.start, step.end, 0.0, method
    )
    safe, seconds, _ = best_of(*limits, test)
    return {"seconds": seconds, "candidates": len(candidates), "safe": safe}


def run_each(step, limits, out, name):
    candidates, method = step.candidates(), narrow_phase(name)
    # Its own numbering has edges first.
    tests = [*candidates.fv_candidates, *candidates.ee_candidates]
    count = len(tests)
    stride = -(-count // EACH_LIMIT) or 1
    tests = tests[::stride]
    starts, ends = (list(step.stencils(at)[::stride]) for at in (step.start, step.end))
    # Features far apart that do not move are decided at once: what is left is the call.
    rest = np.array([0.0, 0, 0, 9, 0, 0, 9, 1, 0, 9, 0, 1])
    times = np.full(len(tests), np.inf)

    def call(first, starts, ends):
        """Processor seconds of a chunk of calls, which other work on the machine disturbs least."""
        begin = time.process_time()
        answers = [
            test.ccd(start, end, 0.0, 1.0, method)
            for test, start, end in zip(tests[first : first + CHUNK], starts, ends)
        ]
        seconds = time.process_time() - begin
        return seconds, [at if hit else np.inf for hit, at in answers]

    calls = seconds = 0.0
    for first in range(0, len(tests), CHUNK):
        chunk = slice(first, first + CHUNK)
        empty, full = [], []
        # In turns, and the best of each.
        for _ in range(3):
            empty.append(call(first, [rest] * CHUNK, [rest] * CHUNK)[0])
            spent, times[chunk] = call(first, starts[chunk], ends[chunk])
            full.append(spent)
            if spent > 0.1:
                break
        calls += min(empty)
        seconds += min(full)
    all_times = np.full(count, np.nan)
    all_times[::stride] = times
    all_times.astype("<f8").tofile(out)
    hits = np.isfinite(times).sum()
    return {"seconds": seconds - calls, "candidates": len(tests), "impacts": hits}


def run_step(step, limits, out, broad, name):
    phase, method = getattr(ipctk, broad)(), narrow_phase(name)
    broad_seconds, counts = [], []

    def whole():
        candidates = ipctk.Candidates()
        begin = time.perf_counter()
        candidates.build(step.mesh, step.start, step.end, 0.0, phase)
        broad_seconds.append(time.perf_counter() - begin)
        counts.append(len(candidates))
        return candidates.compute_collision_free_stepsize(
            step.mesh, step.start, step.end, 0.0, method
        )

    reset_peak()
    safe, seconds, peak = best_of(*limits, whole)
    report = {"seconds": seconds, "broad": min(broad_seconds)}
    report |= {"candidates": counts[0], "safe": safe}
    return report if peak is None else report | {"peak": max(peak - BASE, 0)}


def run_near(step, limits, out, broad):
    distance = 1e-3 * np.linalg.norm(step.start.max(axis=0) - step.start.min(axis=0))
    found = ipctk.NormalCollisions()
    method = getattr(ipctk, broad)()

    def build():
        found.build(step.mesh, step.start, distance, broad_phase=method)

    _, seconds, peak = best_of(*limits, build)
    names = ["vv", "ev", "ee", "fv"]
    report = {"seconds": seconds}
    return report | {name: len(getattr(found, name + "_collisions")) for name in names}


def run_candidates(step, limits, out, broad):
    candidates = ipctk.Candidates()
    candidates.build(step.mesh, step.start, step.end, 0.0, getattr(ipctk, broad)())
    vertex_faces = [(c.vertex_id, c.face_id) for c in candidates.fv_candidates]
    edge_edges = [(c.edge0_id, c.edge1_id) for c in candidates.ee_candidates]
    with open(out, "wb") as file:
        np.array([len(vertex_faces), len(edge_edges)], "<u4").tofile(file)
        for pairs in (vertex_faces, edge_edges):
            np.array(pairs, "<u4").tofile(file)
    return {"seconds": 0.0, "candidates": len(candidates)}


METHODS = {
    "narrow": run_narrow,
    "each": run_each,
    "step": run_step,
    "candidates": run_candidates,
    "near": run_near,
}

# What the interpreter and its packages take before there is a step is not the library's doing.
BASE = status("RssAnon") or 0


def main():
    method, threads, repeat, budget, path, out = sys.argv[1:]
    kind, *names = method.split(",")
    ipctk.set_logger_level(ipctk.off)
    ipctk.set_num_threads(int(threads))
    report = METHODS[kind](Step(path), (int(repeat), float(budget)), out, *names)
    print(" ".join(f"{name}={value}" for name, value in report.items()))


main()
