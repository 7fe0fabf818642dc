import { expect } from "chai";

import { type Asked, type Fields, kindsIn } from "../../support/catalogue/asked.ts";
import { exercise, Note, noteOf } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { Deed } from "../../support/catalogue/worker.ts";
import { keptBy, runOf, wait, workerOf } from "./work.ts";

interface Working {
  readonly alice: string;
  readonly deed: string;
  readonly run: (program: string) => object;
}

/** Alice has a deed, and a worker that uses it. */
const working = async (asked: Asked): Promise<Working> => {
  const { alice, deed } = await keptBy(asked);
  const worker = await asked.create(alice, workerOf(alice));
  return { alice, deed, run: (program) => runOf(worker, program, { owner: alice, deed }) };
};

const takes =
  (program: string, kinds: readonly string[]): Case =>
  async (asked) => {
    const { alice, run } = await working(asked);
    const events = kindsIn(await asked.submit(alice, run(program)));
    expect(events).to.deep.equal(kinds.map((kind) => `${kind}Event`));
  };

const refuses =
  (program: string, status: number, code: string): Case =>
  async (asked) => {
    const { alice, run } = await working(asked);
    await asked.refused(status, code, ["POST", wait, asked.commands(alice, run(program))]);
  };

/** A participant of this version refuses programs whose effects a rollback would undo. */
const effectful = (program: string): Case => refuses(program, 400, "DAML_EFFECTFUL_ROLLBACK_ERROR");

/** Succeeds with an active deed, and fails after it is archived. */
const needsIt =
  (program: string, [status, code]: readonly [number, string]): Case =>
  async (asked) => {
    const { alice, deed, run } = await working(asked);
    await asked.submit(alice, run(program));
    await asked.submit(alice, exercise(Deed.reference, deed, "Archive"));
    await asked.refused(status, code, ["POST", wait, asked.commands(alice, run(program))]);
  };

const notFound = [404, "CONTRACT_NOT_FOUND"] as const;

export const exceptions: Suite = {
  name: "ExceptionsIT",
  cases: {
    ExUncaught: async (asked) => {
      await refuses("throw", 400, "DAML_FAILURE")(asked);
      const context = asked.refusals[0]?.["context"] as Fields | undefined;
      expect(context?.["error_id"]).to.equal("UNHANDLED_EXCEPTION/Work:Thrown");
    },
    ExCaughtBasic: takes("( throw )", ["Exercised"]),
    ExCaughtNested: takes("( ( throw touch ) throw touch )", ["Exercised"]),
    ExRollbackActiveFetch: needsIt("( fetch throw )", notFound),
    ExRollbackActiveExerciseNonConsuming: needsIt("( touch throw )", notFound),
    ExRollbackActiveExerciseConsuming: effectful("( use throw )"),
    ExRolledbackArchiveConsuming: effectful("( use throw ) use"),
    ExRolledbackArchiveNonConsuming: effectful("( use throw ) touch"),
    ExRolledbackKeyCreation: effectful("( create throw ) create"),
    ExRollbackKeyFetchCreated: needsIt("( fetchByKey throw )", [404, "CONTRACT_KEY_NOT_FOUND"]),
    ExRollbackKeyFetchArchived: async (asked) => {
      const { alice, deed, run } = await working(asked);
      await asked.submit(alice, exercise(Deed.reference, deed, "Archive"));
      const commands = asked.commands(alice, run("( fetchByKey throw )"));
      await asked.refused(404, "CONTRACT_KEY_NOT_FOUND", ["POST", wait, commands]);
      await asked.submit(alice, run("create ( fetchByKey throw )"));
    },
    ExRollbackHidden: effectful("( create touch throw ) touch"),
    ExRollbackProjectionNormalization: effectful("( ( create throw ) create throw )"),
    ExRollbackProjectionNesting: effectful("( touch ( use throw ) throw )"),
    ExCKRollbackGlobalArchivedLookup: takes("use ( none throw ) none", ["Exercised", "Exercised"]),
    ExCKRollbackGlobalArchivedCreate: takes("use ( none throw ) create", [
      "Exercised",
      "Exercised",
      "Created",
    ]),
    ExRollbackCreate: effectful("( create throw ) fetch"),
    ExRollbackExerciseCreateLookup: effectful("( use create throw ) some"),
  },
};

/** The last descendant of each exercise, by the number of its node. */
const descendantsOf = async (asked: Asked, actAs: string, command: object) => {
  const { events } = await asked.submit(actAs, command);
  return events.flatMap(({ ExercisedEvent }) =>
    ExercisedEvent === undefined
      ? []
      : [[ExercisedEvent["nodeId"], ExercisedEvent["lastDescendantNodeId"]]],
  );
};

const descendants =
  (program: string, expected: readonly (readonly number[])[]): Case =>
  async (asked) => {
    const { alice, run } = await working(asked);
    expect(await descendantsOf(asked, alice, run(program))).to.deep.equal(expected);
  };

/** Rolled-back nodes keep their numbers. */
export const rolledBackDescendants: Suite = {
  name: "EventsDescendantsIT",
  cases: {
    MultipleCreatedInExercisedDescendants: descendants("create create create", [[0, 3]]),
    NonDescendantsRollbackFetch: async (asked) => {
      const { alice, run } = await working(asked);
      const note = await asked.create(alice, noteOf(alice));
      const commands = [run("( fetch throw )"), exercise(Note.reference, note, "Keep")];
      expect(await descendantsOf(asked, alice, commands)).to.deep.equal([
        [0, 2],
        [3, 3],
      ]);
    },
    DescendantsRollbackFetch: descendants("( fetch throw ) touch", [
      [0, 3],
      [3, 3],
    ]),
    DescendantsRollbackExercise: effectful("( use throw )"),
    DescendantsRollbackCreate: effectful("( create throw )"),
  },
};
