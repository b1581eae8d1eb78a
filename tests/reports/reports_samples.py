"""Reports, matrices and contracts made by hand, and the awkward cases."""

from __future__ import annotations

from reports_findings import (
    CHUNKED,
    EMBEDDINGS,
    FIXED,
    GENERATOR,
    GROUPS,
    HANDLED,
    MOVED,
    REQUEST,
    SCHEDULER,
    SCHEDULER_CONFIG,
    UNKNOWN,
    WORKER,
)

from apidrift.model.change import Change
from apidrift.model.contract import (
    Attempt,
    Call,
    Contract,
    Import,
    Place,
    Read,
    Skipped,
    Subclass,
    TypeChecking,
    Use,
    VersionGate,
)
from apidrift.model.finding import Confidence, Finding, Status, Verdict
from apidrift.model.paths import Argument, Attr, Called, Imported, Path, Shape
from apidrift.model.report import ConsumerSide, Funnel, Matrix, MatrixCell, MatrixRow, ProviderSide, Report

CONSUMER = ConsumerSide("speculators", "0.3.0", uses=81, files=2, requirement="vllm==0.11.0")


def report(
    *findings: Finding,
    old: str | None = "0.15.1",
    new: str = "0.16.0",
    kind: str = "compare",
    baseline: str | None = "0.11.0",
    funnel: tuple[int, int, int] = (117, 9, 4),
    **rest: object,
) -> Report:
    """A report with these findings."""
    return Report(
        schema_version=1,
        kind=kind,
        provider=ProviderSide("vllm", old, new),
        consumer=CONSUMER,
        baseline=baseline,
        baseline_source="metadata" if baseline else "",
        funnel=Funnel(*funnel),
        findings=findings,
        **rest,  # type: ignore[arg-type]
    )


STILL_BROKEN = report(SCHEDULER_CONFIG, GROUPS, SCHEDULER, EMBEDDINGS, CHUNKED)
"""vLLM 0.15.1 → 0.16.0: nothing new, everything still broken."""
ONE_NEW = report(REQUEST, SCHEDULER, old="0.16.0", new="0.17.0", funnel=(243, 12, 2))
THREE_MOVED = report(*MOVED, SCHEDULER, old="0.32.0", new="0.33.0", funnel=(1310, 21, 4))
CLEAN = report(old="0.11.0", new="0.11.0", funnel=(0, 0, 0))
CHECK = report(SCHEDULER_CONFIG, REQUEST, old=None, new="0.17.0", kind="check")
BARE_CHECK = report(SCHEDULER, old=None, new="0.16.0", kind="check", baseline=None)
FULL = report(
    REQUEST,
    SCHEDULER_CONFIG,
    GROUPS,
    SCHEDULER,
    EMBEDDINGS,
    CHUNKED,
    FIXED,
    HANDLED,
    UNKNOWN,
    old="0.16.0",
    new="0.17.0",
    funnel=(243, 14, 5),
    unclassified=(
        Change(rule="AD000", symbol="vllm.v1.request.Request", subject="decorators", old="", new="vllm.utils.frozen"),
    ),
    unknown=(
        Skipped(f"{GENERATOR}:261", "the executor's class is chosen at run time"),
        Skipped(f"{GENERATOR}:267", "the executor's class is chosen at run time"),
    ),
    skipped=(Skipped("speculators/train/broken.py", "syntax error in line 3"),),
    notes=("The gate vllm>=0.11 in custom_worker.py:12 is true for both versions: it guards nothing.",),
)
"""Something in every section."""

HOSTILE_TEXT = "</script><img src=x onerror=alert(1)>\x1b[31m`|\u202e\"'&{{7*7}}"
HOSTILE = Report(
    schema_version=1,
    kind="compare",
    provider=ProviderSide(HOSTILE_TEXT, HOSTILE_TEXT, HOSTILE_TEXT),
    consumer=ConsumerSide(HOSTILE_TEXT, HOSTILE_TEXT),
    baseline=HOSTILE_TEXT,
    baseline_source="metadata",
    funnel=Funnel(1, 1, 1),
    findings=tuple(
        Finding(
            id=HOSTILE_TEXT,
            fingerprint=HOSTILE_TEXT,
            verdict=verdict,
            status=Status.NEW,
            confidence=Confidence.CERTAIN,
            since=HOSTILE_TEXT,
            symbol=HOSTILE_TEXT,
            path=HOSTILE_TEXT,
            line=1,
            scope=HOSTILE_TEXT,
            use=HOSTILE_TEXT,
            exception=HOSTILE_TEXT,
            message=HOSTILE_TEXT,
            reason=HOSTILE_TEXT,
            title=HOSTILE_TEXT,
            change=Change(HOSTILE_TEXT, HOSTILE_TEXT, HOSTILE_TEXT, HOSTILE_TEXT, HOSTILE_TEXT),
            old_signature=f"({HOSTILE_TEXT})",
            new_signature=f"(a, {HOSTILE_TEXT})",
            old_link="javascript:alert(1)",
            new_link="https://example.org/" + HOSTILE_TEXT,
            echoes=(HOSTILE_TEXT,),
            moved_to=HOSTILE_TEXT,
            remedy={HOSTILE_TEXT: HOSTILE_TEXT},
        )
        for verdict in Verdict
    ),
    unclassified=(Change(HOSTILE_TEXT, HOSTILE_TEXT, HOSTILE_TEXT, HOSTILE_TEXT, HOSTILE_TEXT),),
    unknown=(Skipped(HOSTILE_TEXT, HOSTILE_TEXT),),
    skipped=(Skipped(HOSTILE_TEXT, HOSTILE_TEXT),),
    notes=(HOSTILE_TEXT,),
)

VERSIONS = [
    "0.10.0",
    "0.10.1",
    "0.10.1.1",
    "0.10.2",
    "0.11.0",
    "0.11.1",
    "0.11.2",
    "0.12.0",
    "0.13.0",
    "0.14.0",
    "0.14.1",
    "0.15.0",
    "0.15.1",
    "0.16.0",
    "0.17.0",
    "0.17.1",
    "0.18.0",
    "0.18.1",
    "0.19.0",
    "0.19.1",
    "0.20.0",
    "0.20.1",
    "0.20.2",
    "0.21.0",
    "0.22.0",
    "0.22.1",
    "0.23.0",
    "0.24.0",
    "0.25.0",
    "0.25.1",
    "0.26.0",
    "0.27.0",
    "0.27.1",
    "0.28.0",
    "0.29.0",
    "0.30.0",
    "0.31.0",
    "0.32.0",
    "0.33.0",
]


def _row(finding: Finding, first: str, last: str = "", other: Verdict = Verdict.OK) -> MatrixRow:
    begin = VERSIONS.index(first)
    end = VERSIONS.index(last) + 1 if last else len(VERSIONS)
    bad = MatrixCell(finding.verdict, finding.exception, finding.message)
    cells = tuple(bad if begin <= i < end else MatrixCell(other) for i in range(len(VERSIONS)))
    return MatrixRow(finding.use, finding.path, finding.line, finding.symbol, first, cells)


def matrix() -> Matrix:
    """speculators 0.3.0 on every vLLM release."""
    unknown = _row(UNKNOWN, "0.10.0", "0.10.2")
    rows = (
        _row(EMBEDDINGS, "0.11.1"),
        *(_row(each, "0.33.0") for each in MOVED),
        MatrixRow(unknown.use, unknown.path, unknown.line, unknown.symbol, None, unknown.cells),
        _row(GROUPS, "0.12.0"),
        _row(SCHEDULER, "0.11.1"),
        _row(SCHEDULER_CONFIG, "0.12.0"),
        _row(CHUNKED, "0.11.1"),
        _row(REQUEST, "0.17.0"),
    )
    columns = zip(*(row.cells for row in rows), strict=True)
    breaking = tuple(sum(cell.verdict is Verdict.BREAKS for cell in column) for column in columns)
    return Matrix(1, "vllm", CONSUMER, "0.11.0", tuple(VERSIONS), rows, breaking)


MATRIX = matrix()


def small_matrix() -> Matrix:
    """The same over four versions, where whole version numbers fit into the terminal."""
    keep = [VERSIONS.index(v) for v in ("0.11.0", "0.12.0", "0.16.0", "0.17.0")]
    rows = tuple(
        MatrixRow(row.use, row.path, row.line, row.symbol, row.since, tuple(row.cells[i] for i in keep))
        for row in MATRIX.rows
    )
    return Matrix(
        1, "vllm", CONSUMER, None, tuple(VERSIONS[i] for i in keep), rows, tuple(MATRIX.breaking[i] for i in keep)
    )


_CONFIG = Imported("vllm.config", "SchedulerConfig")
CONTRACT = Contract(
    consumer="speculators",
    version="0.3.0",
    providers=("vllm",),
    uses=(
        Use(
            Place(WORKER, 9, 11, 9, 30),
            Import("vllm.utils", "cdiv"),
            guards=(Attempt(1, "body", ("ImportError",)), VersionGate("vllm", ">=0.11")),
        ),
        Use(Place(WORKER, 14, 4, 14, 30), Import("vllm.v1.worker", "Worker"), guards=(TypeChecking(),)),
        Use(
            Place(WORKER, 52, 6, 52, 30),
            Subclass("speculators.data_generation.custom_worker.HiddenStatesWorkerExtension"),
            (Path(Imported("vllm.v1.worker", "Worker")),),
        ),
        Use(Place(GENERATOR, 12, 4, 12, 19), Import("vllm.config", "SchedulerConfig")),
        Use(
            Place(GENERATOR, 194, 29, 198, 13),
            Call(Shape(keywords={"max_num_seqs": Argument("32"), "max_model_len": Argument()})),
            (Path(_CONFIG),),
            scope="VllmHiddenStatesGenerator._create_vllm_config",
        ),
        Use(
            Place(GENERATOR, 212, 19, 212, 30),
            Read("max_model_len"),
            (Path(_CONFIG, (Called(), Attr("model_config"))),),
            scope="VllmHiddenStatesGenerator.generate",
            conditional=True,
        ),
    ),
    files={GENERATOR: "9b2f", WORKER: "41c8"},
    requires=('vllm==0.11.0; extra == "datagen"',),
    unknown=(Skipped(f"{GENERATOR}:261", "the executor's class is chosen at run time"),),
    skipped=(Skipped("speculators/train/broken.py", "syntax error in line 3"),),
)
