"""Work shared with a second thread gives what one thread gives, whatever the second one is doing."""

import threading

import pytest

from metrics.kernels.threads import BLOCK, at_once, in_blocks


@pytest.mark.parametrize("pieces", [0, 1, 2, 3, 40])
def test_results_come_in_order(pieces: int) -> None:
    assert at_once(lambda piece: piece * piece, pieces) == [piece * piece for piece in range(pieces)]


def test_work_may_ask_for_work() -> None:
    assert at_once(lambda i: at_once(lambda j: 10 * i + j, 3), 3) == [[0, 1, 2], [10, 11, 12], [20, 21, 22]]


def test_nobody_waits_for_a_second_thread_that_is_busy_elsewhere() -> None:
    is_taken, may_go = threading.Event(), threading.Event()

    def hold(piece: int) -> None:
        if threading.current_thread() is not caller:
            is_taken.set()
            may_go.wait(20)
        else:
            is_taken.wait(20)

    caller = threading.Thread(target=lambda: at_once(hold, 2))
    caller.start()
    assert is_taken.wait(20)
    try:
        assert at_once(lambda piece: piece, 5) == [0, 1, 2, 3, 4]
    finally:
        may_go.set()
        caller.join()


def test_a_failure_in_either_thread_reaches_the_caller() -> None:
    def fail(piece: int) -> int:
        if piece == 7:
            raise ValueError("seven")
        return piece

    for _ in range(50):
        with pytest.raises(ValueError, match="seven"):
            at_once(fail, 9)


def test_blocks_cover_everything_once() -> None:
    for size in (0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 5):
        parts = in_blocks(size, lambda part: (part.start, part.stop))
        assert [start for start, _ in parts] == list(range(0, size, BLOCK))
        assert [stop for _, stop in parts] == [*range(BLOCK, size, BLOCK), size][: len(parts)]
