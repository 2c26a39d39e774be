"""Register the app, have new facts followed and the failures of tasks recorded."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "vsdb.operations"

    def ready(self) -> None:
        """Listen for new facts, and for tasks that fail."""
        from celery.signals import task_failure, task_postrun, worker_process_init

        from vsdb.catalog.cards.followers import facts_stored
        from vsdb.operations import workers
        from vsdb.operations.catching_up import follow_new_facts

        facts_stored.connect(follow_new_facts, dispatch_uid="operations")
        task_failure.connect(workers.record_task_failure, dispatch_uid="operations")
        task_postrun.connect(workers.count_task, dispatch_uid="operations")
        worker_process_init.connect(workers.name_worker_process, dispatch_uid="operations")
