"""What workers do for operators: they have followed the facts what is behind them."""

from __future__ import annotations

from celery import shared_task

from vsdb.operations import catching_up


@shared_task(name="operations.follow_facts", acks_late=True, reject_on_worker_lost=True, ignore_result=True)  # type: ignore[untyped-decorator]
def follow_facts(follower: str, game: str) -> None:
    """Have a follower take in the facts of a game. Handed out twice, it is done once."""
    catching_up.follow_by_name(follower, game)
