"""What is stored of events. Only a published list refers to a stored deck."""

from vsdb.events.models.checks import COUNTS_AS_CHECKED, CheckJudge, DeckCheck, Device, JudgeNote, SyncItem
from vsdb.events.models.entries import EventList, ListVersion, Registration
from vsdb.events.models.event import Actor, DeadlineChange, Event, Role, Round, RoundTable, StageChange
from vsdb.events.models.files import EarlierLog
from vsdb.events.models.judging import STANDING, Adoption, ListVerdict, Penalty, Ruling
from vsdb.events.models.log import LogEntry
from vsdb.events.models.work import Batch, Notice, PaperJob, PublishedList

__all__ = [
    "COUNTS_AS_CHECKED",
    "STANDING",
    "Actor",
    "Adoption",
    "Batch",
    "CheckJudge",
    "DeadlineChange",
    "DeckCheck",
    "Device",
    "EarlierLog",
    "Event",
    "EventList",
    "JudgeNote",
    "ListVerdict",
    "ListVersion",
    "LogEntry",
    "Notice",
    "PaperJob",
    "Penalty",
    "PublishedList",
    "Registration",
    "Role",
    "Round",
    "RoundTable",
    "Ruling",
    "StageChange",
    "SyncItem",
]
