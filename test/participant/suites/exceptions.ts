import { expect } from "chai";

import { type CaseLedger, type Fields, kindsIn } from "../../support/catalogue/case-ledger.ts";
import { exercise, Note, noteOf } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { Deed } from "../../support/catalogue/worker.ts";
import { keptBy, runOf, wait, workerOf } from "./work.ts";

interface Working {
  readonly alice: string;
  readonly deed: string;
  readonly run: (program: string) => object;
}

/** Creates a deed of alice and a worker that uses it. */
const working = async (api: CaseLedger): Promise<Working> => {
  const { alice, deed } = await keptBy(api);
  const worker = await api.create(alice, workerOf(alice));
  return { alice, deed, run: (program) => runOf(worker, program, { owner: alice, deed }) };
};

const takes =
  (program: string, kinds: readonly string[]): Case =>
  async (api) => {
    const { alice, run } = await working(api);
    const events = kindsIn(await api.submit(alice, run(program)));
    expect(events).to.deep.equal(kinds.map((kind) => `${kind}Event`));
  };

const refuses =
  (program: string, status: number, code: string): Case =>
  async (api) => {
    const { alice, run } = await working(api);
    await api.refused(status, code, ["POST", wait, api.commands(alice, run(program))]);
  };

/** Returns a case: a participant of this version refuses a program whose effects would be rolled back. */
const effectful = (program: string): Case => refuses(program, 400, "DAML_EFFECTFUL_ROLLBACK_ERROR");

/** Returns a case: the program succeeds with an active deed, and fails after the deed is archived. */
const needsIt =
  (program: string, [status, code]: readonly [number, string]): Case =>
  async (api) => {
    const { alice, deed, run } = await working(api);
    await api.submit(alice, run(program));
    await api.submit(alice, exercise(Deed.reference, deed, "Archive"));
    await api.refused(status, code, ["POST", wait, api.commands(alice, run(program))]);
  };

const notFound = [404, "CONTRACT_NOT_FOUND"] as const;

export const exceptions: Suite = {
  name: "ExceptionsIT",
  cases: {
    ExUncaught: async (api) => {
      await refuses("throw", 400, "DAML_FAILURE")(api);
      const context = api.refusals[0]?.["context"] as Fields | undefined;
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
    ExRollbackKeyFetchArchived: async (api) => {
      const { alice, deed, run } = await working(api);
      await api.submit(alice, exercise(Deed.reference, deed, "Archive"));
      const commands = api.commands(alice, run("( fetchByKey throw )"));
      await api.refused(404, "CONTRACT_KEY_NOT_FOUND", ["POST", wait, commands]);
      await api.submit(alice, run("create ( fetchByKey throw )"));
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

/** Returns the last descendant of each exercise, by its node id. */
const descendantsOf = async (api: CaseLedger, actAs: string, command: object) => {
  const { events } = await api.submit(actAs, command);
  return events.flatMap(({ ExercisedEvent }) =>
    ExercisedEvent === undefined
      ? []
      : [[ExercisedEvent["nodeId"], ExercisedEvent["lastDescendantNodeId"]]],
  );
};

const descendants =
  (program: string, expected: readonly (readonly number[])[]): Case =>
  async (api) => {
    const { alice, run } = await working(api);
    expect(await descendantsOf(api, alice, run(program))).to.deep.equal(expected);
  };

/** Tests that rolled-back nodes keep their node ids. */
export const rolledBackDescendants: Suite = {
  name: "EventsDescendantsIT",
  cases: {
    MultipleCreatedInExercisedDescendants: descendants("create create create", [[0, 3]]),
    NonDescendantsRollbackFetch: async (api) => {
      const { alice, run } = await working(api);
      const note = await api.create(alice, noteOf(alice));
      const commands = [run("( fetch throw )"), exercise(Note.reference, note, "Keep")];
      expect(await descendantsOf(api, alice, commands)).to.deep.equal([
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
