import { createTextValue, unit as unitValue } from "../../../../lib/base/values/constructors.ts";
import { maxTimestampMicros, minTimestampMicros } from "../../../../lib/base/values/time.ts";
import type { FinishablePartialTransaction } from "../../../../lib/contracts/transaction/finished-transaction.ts";
import type { LedgerTimeBounds } from "../../../../lib/contracts/transaction/ledger-time-bounds.ts";
import { narrowTimeBounds } from "../../../../lib/contracts/transaction/ledger-time-bounds.ts";
import type { Contract } from "../../../../lib/store.ts";
import { errorOf } from "../../../support/error-of.ts";
import { expr } from "../../../support/lf/notation.ts";
import { playerPackage, shapeOf, Stage } from "../../../support/lf/stage.ts";
import {
  contractOnLedger,
  createContract,
  exerciseOf,
  openTransaction,
} from "../../../support/open-transaction.ts";
import { entryFor, exceptionDefinitions, forgiving, throwBrief } from "./exceptions-catching.ts";
import type { UpdateRow, UpdateTable } from "./update-table.ts";
import { computed, type ValueRow, type ValueTable } from "./value-table.ts";

const onTheLedger = contractOnLedger();
const open = (effectfulRollback: "allowed" | "refused" = "allowed"): FinishablePartialTransaction =>
  openTransaction(["alice"], { contracts: [onTheLedger], effectfulRollback });

/**
 * Runs a transaction from its sketch: `C1` creates contract 1; `F` fetches the first created contract; `X[…]`
 * is a consuming and `x[…]` a nonconsuming exercise; `R[…]` is a rolled-back and `T[…]` a committed scope.
 * `X[…!` and `R[…!` end with an exception.
 */
const perform = (
  transaction: FinishablePartialTransaction,
  sketch: string,
): readonly Contract[] => {
  const contracts: Contract[] = [];
  const open: string[] = [];
  let thrown = false;
  for (const [token] of sketch.matchAll(/C\d*|F|[XxRT]\[|[\]!]/gu)) {
    if (token.startsWith("C")) {
      contracts.push(createContract(transaction, { argument: createTextValue(token.slice(1)) }));
    } else if (token === "F" && contracts[1] !== undefined) {
      transaction.fetchContract({ contract: contracts[1], templateId: contracts[1].templateId });
    } else if (token === "!") {
      thrown = true;
    } else if (token !== "]") {
      begin(transaction, token, open);
    } else {
      const opened = open.pop();
      // Closing a rolled-back scope also closes exercises that an exception left open.
      if (opened === "R[") {
        transaction.rollbackScope();
        thrown = false;
      } else if (opened === "T[") {
        transaction.endScope();
      } else if (!thrown) {
        transaction.endExercise(unitValue);
      }
    }
  }
  return contracts;
};

const begin = (transaction: FinishablePartialTransaction, token: string, open: string[]): void => {
  open.push(token);
  if (token === "R[" || token === "T[") transaction.beginScope();
  else transaction.beginExercise(exerciseOf(onTheLedger, { consuming: token === "X[" }));
};

const shapeAfter = (sketch: string): string => {
  const transaction = open();
  perform(transaction, sketch.replaceAll("X[", "x["));
  return shapeOf(transaction.finishTransaction());
};

const normal = (sketch: string, gives: string): ValueRow =>
  computed(sketch === "" ? "nothing" : sketch, () => shapeAfter(sketch), gives);

export const normalizationTable: ValueTable = {
  suite: "interpreter/…/speedy/NormalizeRollbacksSpec",
  about: "rollback nodes",
  groups: [
    {
      title: "remain if they contain nodes",
      rows: [
        normal("", ""),
        normal("C1", "C1"),
        normal("C1 C2", "C1 C2"),
        normal("R[C1]", "R[C1]"),
        normal("C1 R[C2] C3", "C1 R[C2] C3"),
        normal("X[]", "X[]"),
        normal("X[C1 X[] C2]", "X[C1 X[] C2]"),
      ],
    },
    {
      title: "are removed if they are empty",
      rows: [
        normal("R[]", ""),
        normal("C1 R[]", "C1"),
        normal("R[] C1", "C1"),
        normal("C1 R[] C2", "C1 C2"),
        normal("R[] R[]", ""),
        normal("R[C1 R[] C2]", "R[C1 C2]"),
        normal("X[C1 R[] C2]", "X[C1 C2]"),
        normal("R[R[]]", ""),
        normal("R[R[] R[]]", ""),
      ],
    },
    {
      title: "are split if one begins with another, and merged if one ends with another",
      rows: [
        normal("R[R[C1]]", "R[C1]"),
        normal("R[R[C1] C2]", "R[C1] R[C2]"),
        normal("R[R[R[C1] C2] C3]", "R[C1] R[C2] R[C3]"),
        normal("R[C1 R[C2]]", "R[C1 C2]"),
        normal("R[C1 R[C2 R[C3]]]", "R[C1 C2 C3]"),
        normal("R[C1 C2 R[C3 R[C4]]]", "R[C1 C2 C3 C4]"),
        normal("R[R[C1] C2 R[C3]]", "R[C1] R[C2 C3]"),
        normal("R[R[C1] C2 C3 R[C4]]", "R[C1] R[C2 C3 C4]"),
        normal("R[C1 R[R[C2] C3]]", "R[C1 R[C2] C3]"),
        normal("R[R[C1 R[C2]] C3]", "R[C1 C2] R[C3]"),
      ],
    },
  ],
  leftOut: [],
};

const idsAfter = (sketch: string, effectfulRollback: "allowed" | "refused"): string =>
  perform(open(effectfulRollback), sketch)
    .map((each) => each.contractId)
    .join(" ");

/** Returns a row that expects the same contract ids as without scopes. */
const sameIds = (
  sketch: string,
  plain: string,
  effectfulRollback: "allowed" | "refused",
): ValueRow =>
  computed(
    `${sketch}, effectful rollback ${effectfulRollback}`,
    () => idsAfter(sketch, effectfulRollback),
    idsAfter(plain, effectfulRollback),
  );

const refused = (sketch: string): ValueRow =>
  computed(
    `${sketch}, effectful rollback refused`,
    () => errorOf(() => idsAfter(sketch, "refused")).code,
    "DAML_EFFECTFUL_ROLLBACK_ERROR",
  );

const plain = "C X[C C C] C";
const withFetch = "C X[C C F C] C";

export const scopesTable: ValueTable = {
  suite: "interpreter/…/speedy/RollBackNodesInPartialTransactionSpec",
  about: "scopes",
  groups: [
    {
      title: "have no effect on contract ids if they succeed",
      rows: [
        sameIds("C X[C T[C] C] C", plain, "allowed"),
        sameIds("C T[X[C C C]] C", plain, "allowed"),
        sameIds("C X[C T[C] F C] C", withFetch, "refused"),
        sameIds("C T[X[C C F C]] C", withFetch, "refused"),
      ],
    },
    {
      title: "have no effect on contract ids if they are rolled back",
      rows: [
        sameIds("C R[X[C C C!]] C", plain, "allowed"),
        sameIds("C R[X[C C R[C]!]] C", plain, "allowed"),
        sameIds("C X[C R[C] C] C", plain, "allowed"),
        sameIds("C X[C C R[F] C] C", withFetch, "refused"),
        sameIds("C C R[x[F]] C", "C C x[F] C", "refused"),
      ],
    },
    {
      title: "must not roll back effects from protocol version 35 on",
      rows: [refused("C X[C C R[F C]] C"), refused("C C R[X[F]] C")],
    },
  ],
  leftOut: [],
};

/** Returns source of a block that creates contracts with these numbers. */
const creates = (numbers: readonly number[], then = "pure @Unit ()"): string =>
  `do {${numbers.map((number) => entryFor(`c${number}`, number)).join("")} ${then}}`;

const before = (step: string, number: number): string =>
  `do {done: Unit <- ${step}; ${entryFor("c", number)} pure @Unit ()}`;

const declining = (body: string): string => `(try @Unit ${body} catch e -> None @(Update Unit))`;

const exercising = (choice: string): string => `
  do {
    ${entryFor("x", 100)}
    done: Unit <- ${forgiving(`do {
      u: Unit <- exercise @Entry ${choice} x ();
      ${entryFor("y", 200)}
      pure @Unit ()
    }`)};
    ${entryFor("z", 300)}
    pure @Unit ()
  }`;

const row = (what: string, update: string, shape: string): UpdateRow => ({
  what,
  update: expr`${update}`,
  gives: "ok",
  shape,
});

const thrown = throwBrief("(Update Unit)");

export const rollbackTable: UpdateTable = {
  suite: "interpreter/…/speedy/RollbackTest",
  about: "rollback",
  stage: (parts) =>
    new Stage(
      playerPackage(parts, {
        languageVersion: "2.1",
        main: exceptionDefinitions,
      }),
    ),
  groups: [
    {
      title: "does not change nodes if no exception was caught",
      rows: [
        row("nothing", "pure @Unit ()", ""),
        row("one create", creates([100]), "C100"),
        row("two creates", creates([100, 200]), "C100 C200"),
        row("three creates", creates([100, 200, 300]), "C100 C200 C300"),
        row("three creates, nested", before(creates([100, 200]), 300), "C100 C200 C300"),
        row(
          "three creates, nothing thrown",
          before(forgiving(creates([100, 200])), 300),
          "C100 C200 C300",
        ),
        row("an exercise, nothing thrown", exercising("Double"), "C100 X[C400 C500] C200 C300"),
      ],
    },
    {
      title: "puts rolled-back nodes below a rollback node",
      rows: [
        row(
          "caught at once",
          before(forgiving(creates([100, 200], thrown)), 300),
          "R[C100 C200] C300",
        ),
        row(
          "caught outside",
          before(forgiving(declining(creates([100, 200], thrown))), 300),
          "R[C100 C200] C300",
        ),
        row("thrown in an exercise", exercising("Stumble"), "C100 R[X[C400]] C300"),
      ],
    },
  ],
  leftOut: [],
};

const [t0, t1, t2, t3] = [0n, 1n, 2n, 3n].map((more) => 1_700_000_000_000_000n + more) as [
  bigint,
  bigint,
  bigint,
  bigint,
];
type Bounds = readonly [min: bigint, max: bigint];

const shownBounds = ({ min, max }: LedgerTimeBounds): string => `${min ?? ""} … ${max ?? ""}`;

/** Compares the ledger time with a time, and returns the resulting bounds of the ledger time. */
const asked = (
  now: bigint,
  time: bigint,
  [min, max]: Bounds,
  [answer, after]: readonly [boolean, Bounds],
): ValueRow =>
  computed(
    `${now} before ${time}? within ${min} … ${max}`,
    () => {
      const isBefore = now < time;
      return `${String(isBefore)}, ${shownBounds(narrowTimeBounds({ min, max }, time, isBefore))}`;
    },
    `${String(answer)}, ${shownBounds({ min: after[0], max: after[1] })}`,
  );

const no = (min: bigint, max: bigint): readonly [boolean, Bounds] => [false, [min, max]];
const yes = (min: bigint, max: bigint): readonly [boolean, Bounds] => [true, [min, max]];

export const ledgerTimeTable: ValueTable = {
  suite: "interpreter/…/speedy/LedgerTimeTest",
  about: "ledger time",
  groups: [
    {
      title: "is not before an earlier time, which becomes the lower bound",
      rows: [
        asked(t2, t0, [t1, t2], no(t1, t2)),
        asked(t0, minTimestampMicros, [t0, t1], no(t0, t1)),
        asked(t1, t0, [t0, t1], no(t0, t1)),
        asked(t0, minTimestampMicros, [minTimestampMicros, t0], no(minTimestampMicros, t0)),
        asked(t2, t1, [t0, t2], no(t1, t2)),
        asked(t1, t0, [t1, t1], no(t1, t1)),
        asked(t0, minTimestampMicros, [t0, t0], no(t0, t0)),
      ],
    },
    {
      title: "is not before itself",
      rows: [
        asked(t0, t0, [t0, t1], no(t0, t1)),
        asked(
          minTimestampMicros,
          minTimestampMicros,
          [minTimestampMicros, t0],
          no(minTimestampMicros, t0),
        ),
        asked(t1, t1, [t0, t1], no(t1, t1)),
        asked(t0, t0, [t0, t0], no(t0, t0)),
        asked(
          minTimestampMicros,
          minTimestampMicros,
          [minTimestampMicros, minTimestampMicros],
          no(minTimestampMicros, minTimestampMicros),
        ),
      ],
    },
    {
      title: "is before a later time; the upper bound becomes the microsecond before it",
      rows: [
        asked(t0, t1, [t0, t1], yes(t0, t0)),
        asked(t0, t2, [t0, t1], yes(t0, t1)),
        asked(t0, t3, [t0, t1], yes(t0, t1)),
        asked(t0, maxTimestampMicros, [t0, t1], yes(t0, t1)),
        asked(t0, t1, [t0, t0], yes(t0, t0)),
        asked(t0, t2, [t0, t0], yes(t0, t0)),
      ],
    },
  ],
  leftOut: [
    {
      cases: 16,
      what: "a ledger time outside the bounds",
      why: "this ledger computes the bounds from the ledger time of the submission, so the time is always within them",
    },
  ],
};
