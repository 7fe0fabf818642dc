import { expect } from "chai";

import { commandsBody, completionsOn } from "../support/commands-body.ts";
import { eventFormatJson } from "../support/formats.ts";
import { Counter, Iou, iouPackage } from "../support/iou-package.ts";
import { plainPackage } from "../support/plain-package.ts";
import { RuleLedger } from "../support/rule-ledger.ts";
import {
  assignCommand,
  issueIou,
  reassignmentBody,
  type TwoSynchronizers,
  twoSynchronizers,
  unassign,
  unassignCommand,
} from "../support/two-synchronizers.ts";

type Fields = Readonly<Record<string, unknown>>;

const submit = "/v2/commands/submit-and-wait";
const forTransaction = "/v2/commands/submit-and-wait-for-transaction";
const forTree = "/v2/commands/submit-and-wait-for-transaction-tree";
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

describe("ledger API (submission rules)", () => {
  let rules: RuleLedger;
  let alice: string;

  beforeEach(async () => {
    rules = await RuleLedger.open();
    ({ alice } = rules.given);
  });

  const accepted = async (more: Fields = {}): Promise<void> => {
    expect(await rules.refusal(submit, commandsBody(alice, rules.iou(), more))).to.deep.equal([
      200,
    ]);
  };
  const statusOf = async (more: Fields): Promise<unknown> =>
    (await rules.refusal(submit, commandsBody(alice, rules.iou(), more)))[0];

  it("C.19+ copies the trace context of a command to its transaction, flat and as a tree", async () => {
    const headers = { traceparent, tracestate: "a=b" };
    for (const [path, body, place] of [
      [forTree, commandsBody(alice, rules.iou()), "transactionTree"],
      [forTransaction, { commands: commandsBody(alice, rules.iou()) }, "transaction"],
    ] as const) {
      const { json } = await rules.send("POST", path, { body, headers });
      expect(json)
        .to.have.nested.property(`${place}.traceContext.traceparent`)
        .that.includes("0af7651916cd43dd8448eb211c80319c");
    }
  });

  it("C.20+ accepts a deduplication period of both kinds, an empty one and a missing one", async () => {
    for (const deduplicationPeriod of [
      undefined,
      null,
      { Empty: {} },
      { DeduplicationDuration: { value: { seconds: 1, nanos: 0 } } },
      { DeduplicationOffset: { value: 0 } },
    ]) {
      await accepted({ deduplicationPeriod });
    }
  });

  it("C.20- refuses a negative deduplication period", async () => {
    const value = { seconds: -1, nanos: 0 };
    expect(await statusOf({ deduplicationPeriod: { DeduplicationDuration: { value } } })).to.equal(
      400,
    );
    expect(
      await statusOf({ deduplicationPeriod: { DeduplicationOffset: { value: -1 } } }),
    ).to.equal(400);
  });

  const counter = () => ({
    templateId: Counter.reference,
    createArguments: { owner: alice, name: "n", count: "0" },
    choice: "Increment",
    choiceArgument: {},
  });

  it("C.21+ creates and exercises in one command", async () => {
    const { events } = await rules.commit({ CreateAndExerciseCommand: counter() });
    expect(events[0]?.["CreatedEvent"]?.["createArgument"]).to.include({ count: "1" });
  });

  it("C.21- refuses a create-and-exercise command with a missing part or a value of another type", async () => {
    const wrong: readonly Fields[] = [
      ...Object.keys(counter()).map((key) => ({ ...counter(), [key]: undefined })),
      { ...counter(), createArguments: { owner: alice } },
      { ...counter(), choiceArgument: { more: 1 } },
      { ...counter(), choice: "Decrement" },
    ];
    const { state } = rules.given.ledger;
    for (const command of wrong) {
      const body = commandsBody(alice, { CreateAndExerciseCommand: command } as never);
      const [status] = await rules.refusal(submit, body);
      expect(status, JSON.stringify(command)).to.be.oneOf([400, 404, 500]);
    }
    expect(rules.given.ledger.state).to.equal(state);
  });

  it("C.16+ C.16- accepts a tapsMaxPasses up to the participant's limit, and refuses more", async () => {
    const own = await RuleLedger.open({ limits: { tapsMaxPassesLimit: 7, tapsMaxPasses: 5 } });
    const passes = (tapsMaxPasses: number) =>
      own.refusal(submit, commandsBody(own.given.alice, own.iou(), { tapsMaxPasses }));
    expect(await passes(7)).to.deep.equal([200]);
    expect(await passes(8)).to.deep.equal([400, "INVALID_ARGUMENT"]);
  });

  it("C.16+ with participant precedence, accepts a tapsMaxPasses above the limit, and refuses 0", async () => {
    const own = await RuleLedger.open({ precedence: "participant" });
    const passes = (tapsMaxPasses: number) =>
      own.refusal(submit, commandsBody(own.given.alice, own.iou(), { tapsMaxPasses }));
    expect(await passes(1000)).to.deep.equal([200]);
    expect(await passes(0)).to.deep.equal([400, "INVALID_ARGUMENT"]);
  });

  it("S6.1+ answers with the tree of exercises, their results and consequences", async () => {
    const contractId = await rules.newIou();
    const newOwner = rules.given.carol;
    const choice = { templateId: Iou.reference, contractId, choice: "Transfer" };
    const exercise = { ExerciseCommand: { ...choice, choiceArgument: { newOwner } } };
    const { transactionTree } = await rules.answer<{ readonly transactionTree: Fields }>(
      forTree,
      commandsBody(rules.given.bob, exercise),
    );
    expect(transactionTree).to.have.nested.property("eventsById.0.ExercisedTreeEvent.value");
    const exercised = (
      transactionTree["eventsById"] as Readonly<
        Record<string, { readonly ExercisedTreeEvent: { readonly value: Fields } }>
      >
    )["0"]?.ExercisedTreeEvent.value;
    expect(exercised).to.include({ choice: "Transfer", consuming: true, contractId });
    expect(exercised?.["exerciseResult"]).to.be.a("string");
  });

  it("S10.2+ returns by default exactly the events that actAs and readAs parties see", async () => {
    const { bob, carol } = rules.given;
    const command = Iou.create({ issuer: alice, owner: bob, amount: "1", watchers: [carol] });
    const commands = commandsBody(alice, command, { readAs: [bob] });
    const { transaction } = await rules.answer<{
      readonly transaction: {
        readonly events: readonly {
          readonly CreatedEvent?: { readonly witnessParties: unknown };
        }[];
      };
    }>(forTransaction, { commands });
    expect(transaction.events[0]?.CreatedEvent?.witnessParties).to.deep.equal([alice, bob]);
  });

  it("G.8+ ignores request fields that the specification does not have", async () => {
    await accepted({ colour: "green", deep: { er: [1] } });
    const body = { commands: commandsBody(alice, rules.iou()), colour: "green" };
    expect(await rules.refusal(`${forTransaction}?colour=green`, body)).to.deep.equal([200]);
  });

  it("S9.8+ S9.8- allows commands to use a package only while it is vetted", async () => {
    const { packageId } = iouPackage;
    const vetting = (kind: string) => ({
      changes: [{ operation: { [kind]: { value: { packages: [{ packageId }] } } } }],
    });
    await rules.answer("/v2/package-vetting/update", vetting("Unvet"));
    expect(await statusOf({})).to.be.within(400, 499);
    await rules.answer("/v2/package-vetting/update", vetting("Vet"));
    await accepted();
  });

  it("S9.4+ treats null and an empty text as an omitted synchronizer", async () => {
    const packages = [{ packageName: "iou" }];
    const changes = [{ operation: { Vet: { value: { packages } } } }];
    for (const synchronizerId of [null, "", undefined]) {
      const body = { changes, synchronizerId };
      expect(await rules.refusal("/v2/package-vetting/update", body)).to.deep.equal([200]);
    }
  });
});

describe("vetting force flags over the API", () => {
  const field = { name: "a", type: { kind: "text" } } as const;
  const record = (...fields: (typeof field)[]) => ({
    dataTypes: new Map([["M:T", { kind: "record", parameters: [], fields } as const]]),
  });
  const base = plainPackage("base");
  const top = plainPackage("top", "1.0.0", { dependencies: [base.packageId] });
  const strict = plainPackage("strict", "1.0.0", record());
  const strict2 = plainPackage("strict", "2.0.0", record(field));

  /** Creates a ledger on which the package base is unvetted and strict 1.0.0 is vetted. */
  const open = async (): Promise<RuleLedger> => {
    // With protocol version 35 and later, dependencies need no flag.
    const rules = await RuleLedger.open({ packages: [base, top, strict], protocolVersion: 34 });
    await rules.given.ledger.commit(() => ({
      events: [{ kind: "packagesAdded", packageIds: [strict2.packageId] }],
      outcome: undefined,
      packages: [strict2],
    }));
    await update(rules, { Unvet: [top, base] });
    return rules;
  };

  type Change = Readonly<Partial<Record<"Vet" | "Unvet", readonly { packageId: string }[]>>>;

  const update = async (rules: RuleLedger, change: Change, more: Fields = {}) => {
    const changes = Object.entries(change).map(([kind, packages]) => ({
      operation: {
        [kind]: { value: { packages: packages.map(({ packageId }) => ({ packageId })) } },
      },
    }));
    return rules.refusal("/v2/package-vetting/update", { changes, ...more });
  };

  const flags = (...names: readonly string[]) => ({
    updateVettedPackagesForceFlags: names.map(
      (name) => `UPDATE_VETTED_PACKAGES_FORCE_FLAG_${name}`,
    ),
  });
  const dependencies = "ALLOW_UNVETTED_DEPENDENCIES";
  const upgrades = "ALLOW_VET_INCOMPATIBLE_UPGRADES";
  const [unvetted, invalid] = ["TOPOLOGY_DEPENDENCIES_NOT_VETTED", "NOT_VALID_UPGRADE_PACKAGE"];

  it("S9.6+ allow the change that each flag names; two flags together allow both changes", async () => {
    const rules = await open();
    for (const dryRun of [true, false]) {
      expect(await update(rules, { Vet: [top] }, { ...flags(dependencies), dryRun })).to.deep.equal(
        [200],
      );
      expect(await update(rules, { Vet: [strict2] }, { ...flags(upgrades), dryRun })).to.deep.equal(
        [200],
      );
    }
    const both = await open();
    expect(
      await update(both, { Vet: [top, strict2] }, flags(dependencies, upgrades)),
    ).to.deep.equal([200]);
  });

  it("S9.6- S9.3- do not allow other changes, with or without a dry run", async () => {
    const rules = await open();
    for (const dryRun of [true, false]) {
      for (const names of [[], ["UNSPECIFIED"], [upgrades]]) {
        const [, code] = await update(rules, { Vet: [top] }, { ...flags(...names), dryRun });
        expect(code, names.join()).to.equal(unvetted);
      }
      for (const names of [[], ["UNSPECIFIED"], [dependencies]]) {
        const [, code] = await update(rules, { Vet: [strict2] }, { ...flags(...names), dryRun });
        expect(code, names.join()).to.equal(invalid);
      }
    }
  });
});

describe("reassignments over the API", () => {
  let given: TwoSynchronizers;
  let rules: RuleLedger;

  beforeEach(async () => {
    given = await twoSynchronizers();
    rules = RuleLedger.over(given);
  });

  const sync = "/v2/commands/submit-and-wait-for-reassignment";
  const async = "/v2/commands/async/submit-reassignment";

  it("S8.6+ carry command id, workflow id and trace context of their command", async () => {
    const { bob, east, west } = given;
    const more = { commandId: "go", workflowId: "flow" };
    const leave = unassignCommand(await issueIou(given), east, west);
    const eventFormat = eventFormatJson([bob]);
    const { json } = await rules.send("POST", sync, {
      body: { ...reassignmentBody(bob, leave, more), eventFormat },
      headers: { traceparent },
    });
    const { reassignment } = json as { readonly reassignment: Fields };
    expect(reassignment).to.include({ commandId: "go", workflowId: "flow" });
    expect(reassignment)
      .to.have.nested.property("traceContext.traceparent")
      .that.includes("0af7651916cd43dd8448eb211c80319c");
    expect(reassignment).to.have.nested.property("events[0].JsUnassignedEvent.value");
  });

  it("S8.7+ S17.3+ move a contract, increment its counter and write a completion, both synchronous and asynchronous", async () => {
    const { ledger, alice, bob, east, west } = given;
    for (const path of [sync, async]) {
      const id = await unassign(given, bob, await issueIou(given));
      const { reassignmentCommands } = reassignmentBody(bob, assignCommand(id, east, west));
      const { status } = await rules.post(path, { reassignmentCommands });
      expect(status).to.equal(200);
      const last = completionsOn(ledger).at(-1);
      expect(last?.submission.commandId).to.equal(reassignmentCommands.commandId);
      expect(last?.outcome.kind).to.equal("accepted");
    }
    const items = await rules.answer<readonly Fields[]>("/v2/state/active-contracts", {
      activeAtOffset: rules.end,
      eventFormat: eventFormatJson([alice]),
    });
    expect(items).to.have.length(2);
    for (const item of items) {
      expect(item).to.have.nested.property("contractEntry.JsActiveContract.synchronizerId", west);
      expect(item).to.have.nested.property("contractEntry.JsActiveContract.reassignmentCounter", 1);
    }
  });

  it("S17.3+ ignore an event format in the asynchronous form", async () => {
    const { bob, east, west } = given;
    const leave = unassignCommand(await issueIou(given), east, west);
    const body = { ...reassignmentBody(bob, leave), eventFormat: eventFormatJson([bob]) };
    expect(await rules.answer(async, body)).to.deep.equal({});
  });

  it("S8.7- S17.3- are rejected without another synchronizer, and change nothing", async () => {
    const alone = await RuleLedger.open();
    const { ledger, alice } = alone.given;
    const synchronizer = ledger.state.synchronizers[0]?.id ?? "";
    const leave = unassignCommand(await alone.newIou(), synchronizer, "elsewhere::1220ab");
    const { state } = ledger;
    for (const path of [sync, async]) {
      const [status] = await alone.refusal(path, reassignmentBody(alice, leave));
      expect(status, path).to.be.within(400, 499);
    }
    expect(ledger.state.log.size).to.equal(state.log.size);
  });
});
