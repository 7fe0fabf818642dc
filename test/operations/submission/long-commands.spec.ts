import { setImmediate } from "node:timers/promises";

import { expect } from "chai";

import {
  allocateParty,
  type PrepareSubmissionResponse,
  prepareTransaction,
  trustedCaller,
} from "../../../lib/api.ts";
import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { createLedger, type Ledger, type SubmitResult } from "../../../lib/index.ts";
import { createMemoryStore } from "../../../lib/store.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { assembleDar } from "../../support/lf/assemble.ts";
import { definitions } from "../../support/lf/notation.ts";
import { tuple2, tuplesPackage } from "../../support/lf/tuples.ts";
import { actions, worldPackage } from "../../support/lf/world.ts";
import { countLoopIterations } from "../../support/loop-iterations.ts";
import { plainState } from "../../support/plain-state.ts";

const tuples = tuplesPackage();
const foundT = `(${tuple2} (ContractId Named) Named)`;

/**
 * Templates of the tests: an actor with long and short choices; notes, which other commands archive
 * meanwhile; and names: contracts whose key another contract gets meanwhile.
 */
const source = worldPackage({
  languageVersion: "2.3",
  dependencies: [tuples],
  main: definitions`
    val count: Int64 -> Int64 -> Int64 = \(n: Int64) (sum: Int64) ->
      if EQUAL @Int64 n 0 then sum else Main:count (SUB_INT64 n 1) (ADD_INT64 sum 1);
    val dear: Int64 = Main:count 40000 0;
    template Note with {owner: Party} {
      precondition EQUAL @Int64 (Main:count 3 0) 3;
      signatories [@Party this.owner];
    }
    template Named with {owner: Party, name: Int64} {
      signatories [@Party this.owner];
      key Party = this.owner maintained by \(key: Party) -> [@Party key];
    }
    template Slow with {owner: Party, n: Int64} {
      precondition EQUAL @Int64 (Main:count this.n 0) this.n;
      signatories [@Party this.owner];
    }
  `,
  actions: actions`
    nonconsuming choice Count (arg: Int64): Int64 = pure @Int64 (Main:count arg 0);
    nonconsuming choice Endless (arg: Int64): Int64 = exercise @Actor Endless self arg;
    nonconsuming choice Dear: Int64 = pure @Int64 (ADD_INT64 Main:dear (Main:count 40000 0));
    nonconsuming choice Note (arg: Int64): ContractId Note = do {
      first: Int64 <- pure @Int64 (Main:count arg 0);
      made: ContractId Note <- create @Note Note {owner = this.owner};
      second: Int64 <- pure @Int64 (Main:count arg 0);
      pure @(ContractId Note) made
    };
    nonconsuming choice Use (arg: ContractId Note): Int64 = do {
      note: Note <- fetch @Note arg;
      pure @Int64 (Main:count 100000 0)
    };
    nonconsuming choice Named (arg: Int64): Int64 = do {
      found: ${foundT} <- fetchByKey @Named this.owner;
      spent: Int64 <- pure @Int64 (Main:count arg 0);
      pure @Int64 (Named.name found._2)
    };
    nonconsuming choice Fail (arg: Int64): Int64 =
      try @Int64
        if EQUAL @Int64 (Main:count arg 0) arg
        then throw @(Update Int64) @Boom Boom {text = "lost"}
        else pure @Int64 0
      catch e -> Some @(Update Int64) (pure @Int64 (Main:count arg 0));
  `,
});
const dar = assembleDar(source, [tuples]);

/** Argument of a choice that takes many time slices and ends. */
const long = "300000";
const endless = "1000000000";

class Scene {
  readonly ledger: Ledger;
  readonly alice: string;
  readonly actor: string;

  private constructor(ledger: Ledger, alice: string, actor: string) {
    this.ledger = ledger;
    this.alice = alice;
    this.actor = actor;
  }

  static async open(options: Parameters<typeof createLedger>[0] = {}): Promise<Scene> {
    const ledger = await createLedger({
      packages: createDamlLoader().load(dar),
      seed: 1,
      clock: { start: "2024-01-01T00:00:00Z", step: "1s" },
      protocolVersion: 35,
      ...options,
    });
    const alice = (await allocateParty(ledger, { partyIdHint: "alice" })).partyDetails.party;
    const made = await ledger.submit({
      actAs: alice,
      commands: {
        CreateCommand: {
          templateId: "#world:Main:Actor",
          createArguments: { owner: alice, other: alice },
        },
      },
    });
    return new Scene(ledger, alice, createdIn(made));
  }

  act(choice: string, choiceArgument: unknown = {}, more: object = {}): Promise<SubmitResult> {
    const templateId = "#world:Main:Actor";
    const exercise = { templateId, contractId: this.actor, choice, choiceArgument };
    return this.ledger.submit({
      actAs: this.alice,
      commands: { ExerciseCommand: exercise },
      ...more,
    });
  }

  prepare(
    choiceArgument: string,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<PrepareSubmissionResponse> {
    const templateId = "#world:Main:Actor";
    const exercise = { templateId, contractId: this.actor, choice: "Count", choiceArgument };
    const request = {
      commands: [{ ExerciseCommand: exercise }],
      commandId: "prepared",
      actAs: [this.alice],
      userId: "ann",
    };
    return prepareTransaction(this.ledger, request, trustedCaller, options);
  }

  /** Creates a contract whose precondition takes this many steps. */
  slow(n: string): Promise<SubmitResult> {
    return this.ledger.submit({
      actAs: this.alice,
      commands: {
        CreateCommand: {
          templateId: "#world:Main:Slow",
          createArguments: { owner: this.alice, n },
        },
      },
    });
  }

  note(): Promise<SubmitResult> {
    return this.ledger.submit({
      actAs: this.alice,
      commands: {
        CreateCommand: {
          templateId: "#world:Main:Note",
          createArguments: { owner: this.alice },
        },
      },
    });
  }
}

const createdIn = ({ transaction }: SubmitResult): string => {
  for (const event of transaction.events) {
    if ("CreatedEvent" in event) return event.CreatedEvent.contractId;
  }
  return "";
};

const resultOf = ({ exerciseResults }: SubmitResult): unknown => exerciseResults[0];

const codeOf = async (submitted: Promise<unknown>): Promise<string> =>
  (await rejectionOf(submitted)).code;

describe("long command @slow", () => {
  it("yields to other commands after at most a time slice", async () => {
    const scene = await Scene.open();
    // The first run compiles the code, which takes long and is not measured.
    expect(await codeOf(scene.act("Endless", endless))).to.equal("SEQUENCER_REQUEST_FAILED");
    expect(resultOf(await scene.act("Count", long))).to.equal(long);
    await scene.note();
    const attacks = Array.from({ length: 12 }, (_, index) =>
      codeOf(scene.act(index % 2 === 0 ? "Count" : "Endless", endless)),
    );
    const waited: number[] = [];
    for (let note = 0; note < 60; note += 1) {
      const before = process.cpuUsage();
      await scene.note();
      await setImmediate();
      const { user, system } = process.cpuUsage(before);
      waited.push((user + system) / 1000);
    }
    // Processor time, since other processes may be busy; the two longest waits may have other causes.
    expect(waited.toSorted((a, b) => b - a)[2]).to.be.lessThan(250);
    await scene.ledger.close();
    const ends = new Set(await Promise.all(attacks));
    expect(ends).to.include("SERVICE_NOT_RUNNING");
    expect([...ends]).to.have.members(
      ends.size === 1
        ? ["SERVICE_NOT_RUNNING"]
        : ["SERVICE_NOT_RUNNING", "INTERPRETATION_TIME_EXCEEDED"],
    );
  });

  it("uses the time of an input contract that is later than the clock", async () => {
    const clock = { freeze: "2024-01-01T00:00:00Z" };
    const scene = await Scene.open({ clock });
    scene.ledger.clock.advance(1_000_000n);
    const note = createdIn(await scene.note());
    scene.ledger.clock.freeze(clock.freeze);
    const { transaction } = await scene.act("Use", note);
    expect(transaction.effectiveAt).to.equal("2024-01-01T00:00:01Z");
  });

  it("is rejected if it does not end, and writes nothing", async () => {
    const scene = await Scene.open();
    const before = scene.ledger.state;
    expect(await codeOf(scene.act("Count", endless))).to.equal("INTERPRETATION_TIME_EXCEEDED");
    expect(scene.ledger.state).to.equal(before);
  });

  it("has the same step limit as an uninterrupted command, including for exceptions and constants", async () => {
    const scene = await Scene.open();
    expect(resultOf(await scene.act("Count", long))).to.equal(long);
    expect(resultOf(await scene.act("Fail", long))).to.equal(long);
    expect(resultOf(await scene.act("Dear"))).to.equal("80000");
  });

  it("has the same result, time and ids if no other command runs meanwhile", async () => {
    const ends = await Promise.all(
      [{}, {}].map(async () => {
        const scene = await Scene.open();
        const made = await scene.act("Note", long);
        const after = await scene.note();
        const { effectiveAt } = made.transaction;
        return [resultOf(made), effectiveAt, made.transaction, after.transaction];
      }),
    );
    expect(ends[0]).to.deep.equal(ends[1]);
    const scene = await Scene.open();
    const short = await scene.act("Note", "1");
    // Neither ids nor times show whether it was interrupted.
    const { exerciseResults, transaction } = short;
    expect(ends[0]?.slice(0, 2)).to.deep.equal([exerciseResults[0], transaction.effectiveAt]);
  });

  it("gets new ids if other commands were committed meanwhile, and is replayed from the journal", async () => {
    const store = createMemoryStore();
    const scene = await Scene.open({ store });
    const slow = Array.from({ length: 6 }, () => scene.act("Note", "60000"));
    const quick = Array.from({ length: 6 }, () => scene.note());
    const all = await Promise.all([...quick, ...slow]);
    const offsets = all.map(({ transaction }) => Number(transaction.offset));
    expect(Math.max(...offsets.slice(0, 6))).to.be.lessThan(Math.min(...offsets.slice(6)));
    expect(new Set(all.map(createdIn)).size).to.equal(12);
    expect(new Set(all.map(({ transaction }) => transaction.updateId)).size).to.equal(12);
    const again = await createLedger({ packages: createDamlLoader().load(dar), seed: 1, store });
    expect(plainState(again.state)).to.deep.equal(plainState(scene.ledger.state));
  });

  it("is rejected if another command consumed its inputs meanwhile", async () => {
    const scene = await Scene.open();
    const note = createdIn(await scene.note());
    const use = scene.act("Use", note);
    await scene.ledger.submit({
      actAs: scene.alice,
      commands: {
        ExerciseCommand: {
          templateId: "#world:Main:Note",
          contractId: note,
          choice: "Archive",
          choiceArgument: {},
        },
      },
    });
    expect(await codeOf(use)).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
  });

  it("is interpreted again if a key has come to refer to another contract", async () => {
    const scene = await Scene.open();
    const name = (value: string) =>
      scene.ledger.submit({
        actAs: scene.alice,
        commands: {
          CreateCommand: {
            templateId: "#world:Main:Named",
            createArguments: { owner: scene.alice, name: value },
          },
        },
      });
    await name("1");
    const named = scene.act("Named", long);
    await name("2");
    expect(resultOf(await named)).to.equal("2");
  });

  it("is waited for by `settled`", async () => {
    const scene = await Scene.open();
    let isOver = false;
    const counted = scene.act("Count", long).then(() => (isOver = true));
    await scene.note();
    expect(isOver).to.equal(false);
    await scene.ledger.settled();
    expect(isOver).to.equal(true);
    await counted;
  });

  it("is rejected when the ledger is reverted", async () => {
    const scene = await Scene.open();
    const snapshot = scene.ledger.snapshot();
    const counted = codeOf(scene.act("Count", long));
    await scene.note();
    await scene.ledger.revert(snapshot);
    expect(await counted).to.equal("SUBMISSION_DURING_SHUTDOWN");
    expect(scene.ledger.state).to.equal(snapshot.state);
  });

  it("is in flight until it is decided: a duplicate is refused", async () => {
    const scene = await Scene.open();
    const first = scene.act("Count", long, { commandId: "once" });
    await scene.note();
    expect(await codeOf(scene.act("Count", long, { commandId: "once" }))).to.equal(
      "SUBMISSION_ALREADY_IN_FLIGHT",
    );
    await first;
    expect(await codeOf(scene.act("Count", long, { commandId: "once" }))).to.equal(
      "DUPLICATE_COMMAND",
    );
  });

  it("also yields with a commit delay, for a later ledger time, and while it is only prepared", async () => {
    const scene = await Scene.open({ clock: "real" });
    scene.ledger.delayCommits(1);
    expect(resultOf(await scene.act("Count", long))).to.equal(long);
    scene.ledger.delayCommits(0);
    const soon = new Date(Date.now() + 200).toISOString();
    const heldBack = scene.act("Count", long, { minLedgerTimeAbs: soon });
    expect(resultOf(await heldBack)).to.equal(long);
    const prepared = scene.prepare(long);
    const note = await scene.note();
    expect(note.transaction.offset).to.be.greaterThan(0);
    expect((await prepared).preparedTransaction).to.not.equal("");
  });

  it("counts as in flight until it is prepared or refused, and another one beyond the limit is refused", async () => {
    const scene = await Scene.open({ limits: { maxCommandsInFlight: 2 } });
    const many = [scene.prepare(long), scene.prepare(endless)];
    expect(await codeOf(scene.prepare("1"))).to.equal("PARTICIPANT_BACKPRESSURE");
    const another = scene.act("Count", "1", { userId: "ann" });
    expect(await codeOf(another)).to.equal("PARTICIPANT_BACKPRESSURE");
    const ended = await Promise.allSettled(many);
    expect(ended.map(({ status }) => status)).to.deep.equal(["fulfilled", "rejected"]);
    await Promise.all([scene.prepare("1"), scene.prepare("1")]);
  });

  it("is not prepared for a client that disconnects while it waits or runs", async () => {
    const scene = await Scene.open({ limits: { maxCommandsInFlight: 8 } });
    const client = new AbortController();
    const { signal } = client;
    const left = Array.from({ length: 8 }, () =>
      scene.prepare(endless, { signal }).catch((error: unknown) => error),
    );
    await setImmediate();
    client.abort(new Error("gone"));
    expect(new Set(await Promise.all(left))).to.deep.equal(new Set([signal.reason]));
    await scene.prepare("1");
  });

  it("has a step limit for template code, which cannot be interrupted", async () => {
    const scene = await Scene.open();
    await scene.slow("10000");
    expect(await codeOf(scene.slow("600000"))).to.equal("INTERPRETATION_TIME_EXCEEDED");
  });

  it("yields for longer after code that could not be interrupted", async () => {
    const scene = await Scene.open();
    const rounds = countLoopIterations();
    const slow = Array.from({ length: 4 }, () => scene.slow("400000"));
    await Promise.all(slow);
    // Four hundred thousand steps take six time slices.
    expect(rounds()).to.be.at.least(4 * 6);
  });

  it("is decided after other commands if one of its ledger actions takes longer than a time slice", async () => {
    const scene = await Scene.open();
    const slow = scene.slow("400000");
    const note = await scene.note();
    expect(Number(note.transaction.offset)).to.be.lessThan(Number((await slow).transaction.offset));
  });

  it("does not wait for all requests of another user", async () => {
    const scene = await Scene.open();
    const done: string[] = [];
    const count = async (userId: string): Promise<void> => {
      await scene.act("Count", "150000", { userId });
      done.push(userId);
    };
    const all = Array.from({ length: 24 }, () => count("mallory"));
    await Promise.race(all);
    const before = done.length;
    await Promise.all([...all, count("ann")]);
    // Further requests of the other user that ran before; up to twelve were already running.
    expect(done.indexOf("ann") - before).to.be.at.most(12);
  });

  it("does not wait for all commands in flight of another user", async () => {
    const scene = await Scene.open({ clock: "real" });
    scene.ledger.delayCommits(1);
    const done: string[] = [];
    const count = async (userId: string): Promise<void> => {
      await scene.act("Count", "150000", { userId });
      done.push(userId);
    };
    const all = Array.from({ length: 24 }, () => count("mallory"));
    await Promise.all([...all, count("ann")]);
    expect(done.indexOf("ann")).to.be.at.most(12);
  });

  it("yields to other commands if it consists of many commands", async () => {
    const scene = await Scene.open();
    const create = {
      CreateCommand: { templateId: "#world:Main:Note", createArguments: { owner: scene.alice } },
    };
    const commands = Array.from({ length: 2_000 }, () => create);
    const many = scene.ledger.submit({ actAs: scene.alice, commands });
    const note = await scene.note();
    expect(Number(note.transaction.offset)).to.be.lessThan(Number((await many).transaction.offset));
  });
});
