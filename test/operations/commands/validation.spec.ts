import { expect } from "chai";

import { submitAndWait, submitAndWaitForTransaction } from "../../../lib/api.ts";
import type { ErrorCode, Ledger } from "../../../lib/index.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Counter, Iou, iouPackage } from "../../support/iou-package.ts";
import { untyped } from "../../support/untyped.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Refusal {
  /** The mistake; the test title is "refuses" and this text. */
  readonly what: string;
  readonly fields: Fields;
  readonly code: ErrorCode;
  readonly path?: string;
  readonly field?: string;
}

const refusals: readonly Refusal[] = [
  // Decoding
  { what: "no commands", fields: { commands: undefined }, code: "MISSING_FIELD", path: "commands" },
  { what: "commands that are not a list", fields: { commands: {} }, code: "INVALID_ARGUMENT" },
  {
    what: "an unknown kind of command",
    fields: { commands: [{ Burn: {} }] },
    code: "INVALID_ARGUMENT",
  },
  { what: "no command id at all", fields: { commandId: undefined }, code: "MISSING_FIELD" },
  { what: "a command id that is not a text", fields: { commandId: 1 }, code: "INVALID_ARGUMENT" },
  { what: "no actAs at all", fields: { actAs: undefined }, code: "MISSING_FIELD" },
  {
    what: "a single party in place of actAs",
    fields: { actAs: "alice" },
    code: "INVALID_ARGUMENT",
  },
  {
    what: "of two keys in a deduplication period what the first holds",
    fields: { deduplicationPeriod: { Empty: {}, DeduplicationOffset: { value: -1 } } },
    code: "NEGATIVE_OFFSET",
    path: "deduplicationPeriod",
  },
  {
    what: "an offset of 2^63",
    fields: { deduplicationPeriod: { DeduplicationOffset: { value: 2 ** 63 } } },
    code: "INVALID_ARGUMENT",
  },
  {
    what: "a time without zone",
    fields: { minLedgerTimeAbs: "2024-01-01" },
    code: "INVALID_ARGUMENT",
  },
  { what: "a fraction of a pass", fields: { tapsMaxPasses: 1.5 }, code: "INVALID_ARGUMENT" },
  // Checks 0a to 0c of the documented order of validation
  {
    what: "a malformed synchronizer id",
    fields: { synchronizerId: "local" },
    code: "INVALID_FIELD",
    field: "synchronizer_id",
  },
  {
    what: "an empty actAs",
    fields: { actAs: [] },
    code: "MISSING_FIELD",
    field: "act_as/actAs",
  },
  {
    what: "a malformed party in actAs",
    fields: { actAs: ["a.b"] },
    code: "INVALID_ARGUMENT",
    path: "actAs[0]",
  },
  {
    what: "a malformed preferred package",
    fields: { packageIdSelectionPreference: ["a.b"] },
    code: "INVALID_ARGUMENT",
    path: "packageIdSelectionPreference[0]",
  },
  // Checks 1 to 7
  {
    what: "a malformed workflow id",
    fields: { workflowId: "ä" },
    code: "INVALID_ARGUMENT",
    path: "workflowId",
  },
  {
    what: "a malformed user id",
    fields: { userId: "a b" },
    code: "INVALID_FIELD",
    field: "user_id",
  },
  {
    what: "an empty command id",
    fields: { commandId: "" },
    code: "MISSING_FIELD",
    field: "command_id",
  },
  {
    what: "a malformed command id",
    fields: { commandId: "a\u0000" },
    code: "INVALID_FIELD",
    field: "command_id",
  },
  {
    what: "a command id of 256 characters",
    fields: { commandId: "x".repeat(256) },
    code: "INVALID_FIELD",
    field: "command_id",
  },
  {
    what: "a malformed submission id",
    fields: { submissionId: "\ud800" },
    code: "INVALID_FIELD",
    field: "submission_id",
  },
  {
    what: "a malformed party in readAs",
    fields: { readAs: [""] },
    code: "INVALID_ARGUMENT",
    path: "readAs[0]",
  },
  {
    what: "an empty list of commands",
    fields: { commands: [] },
    code: "MISSING_FIELD",
    field: "commands",
  },
  // Checks 9 and 10
  {
    what: "two bounds of ledger time",
    fields: { minLedgerTimeAbs: "2024-01-01T00:00:00Z", minLedgerTimeRel: { seconds: 1 } },
    code: "INVALID_ARGUMENT",
    path: "minLedgerTimeRel",
  },
  {
    what: "a ledger time beyond the year 9999",
    fields: { minLedgerTimeRel: { seconds: 315_576_000_000 } },
    code: "INVALID_ARGUMENT",
    path: "minLedgerTimeRel",
  },
  {
    what: "a ledger time before the year 1",
    fields: { minLedgerTimeRel: { seconds: "-9223372036854775808" } },
    code: "INVALID_ARGUMENT",
    path: "minLedgerTimeRel",
  },
  {
    what: "a negative deduplication duration",
    fields: { deduplicationPeriod: { DeduplicationDuration: { value: { seconds: -1 } } } },
    code: "INVALID_FIELD",
    field: "deduplication_period",
  },
  {
    what: "a negative deduplication offset",
    fields: { deduplicationPeriod: { DeduplicationOffset: { value: -1 } } },
    code: "NEGATIVE_OFFSET",
  },
  // Checks 12 to 14
  {
    what: "zero passes of package selection",
    fields: { tapsMaxPasses: 0 },
    code: "INVALID_ARGUMENT",
    path: "tapsMaxPasses",
  },
  {
    what: "more passes of package selection than configured",
    fields: { tapsMaxPasses: 5 },
    code: "INVALID_ARGUMENT",
    path: "tapsMaxPasses",
  },
];

describe("validation of commands", () => {
  let given: IouLedger;
  let ledger: Ledger;

  const body = (fields: Fields = {}): Fields =>
    commandsBody(
      given.alice,
      Iou.create({ issuer: given.alice, owner: given.bob, amount: "1", watchers: [] }),
      fields,
    );

  const counterKey = (): Fields => ({
    templateId: `${iouPackage.packageId}:Iou:Counter`,
    contractKey: { owner: given.alice, name: "x" },
  });

  const refusalOf = async (fields: Fields) => {
    const before = ledger.state;
    const error = await rejectionOf(submitAndWait(ledger, untyped(body(fields))));
    expect(ledger.state).to.equal(before);
    return error;
  };

  before(async () => {
    given = await iouLedger();
    ({ ledger } = given);
  });

  for (const { what, fields, code, path, field } of refusals) {
    it(`refuses ${what}`, async () => {
      const error = await refusalOf(fields);
      expect(error.code).to.equal(code);
      if (path !== undefined) expect(error.path).to.equal(path);
      if (field !== undefined) expect(error.context["field_name"]).to.equal(field);
    });
  }

  it("accepts every optional field", async () => {
    const answer = await submitAndWait(
      ledger,
      untyped(
        body({
          readAs: [given.bob, given.bob, given.alice],
          workflowId: "flow",
          submissionId: "first",
          synchronizerId: ledger.state.synchronizers[0]?.id,
          deduplicationPeriod: { DeduplicationDuration: { value: { seconds: 60, nanos: 0 } } },
          minLedgerTimeAbs: "2024-01-01T11:00:00Z",
          minLedgerTimeRel: null,
          disclosedContracts: [],
          packageIdSelectionPreference: [iouPackage.packageId],
          prefetchContractKeys: [
            { ...counterKey(), limit: 1 },
            { ...counterKey(), limit: -1 },
          ],
          tapsMaxPasses: 4,
          somethingNew: { ignored: true },
        }),
      ),
    );
    expect(answer.completionOffset).to.equal(ledger.state.ledgerEnd);
  });

  it("treats null in every optional field as absent", async () => {
    const unset = {
      readAs: null,
      workflowId: null,
      submissionId: null,
      synchronizerId: null,
      deduplicationPeriod: null,
      minLedgerTimeAbs: null,
      minLedgerTimeRel: null,
      disclosedContracts: null,
      packageIdSelectionPreference: null,
      prefetchContractKeys: null,
      tapsMaxPasses: null,
    };
    expect(await submitAndWait(ledger, untyped(body(unset)))).to.have.property("updateId");
  });

  it("stores actAs as a set", async () => {
    const { completionOffset } = await submitAndWait(
      ledger,
      untyped(body({ actAs: [given.bob, given.alice, given.bob] })),
    );
    const { completion } = ledger.state.log.get(completionOffset) ?? {};
    expect(completion?.submission.actAs).to.deep.equal([given.alice, given.bob]);
  });

  describe("validation of names in commands", () => {
    const createOf = (templateId: unknown, createArguments: unknown = {}): Fields => ({
      commands: [{ CreateCommand: { templateId, createArguments } }],
    });

    for (const templateId of ["Iou", "a:b", "a:b:c:d", "#a b:Iou:Iou", "#iou:1:Iou", "#iou::", 7]) {
      it(`refuses the template id ${JSON.stringify(templateId)}`, async () => {
        const error = await refusalOf(createOf(templateId));
        expect(error).to.include({
          code: "INVALID_ARGUMENT",
          path: "commands[0].CreateCommand.templateId",
        });
      });
    }

    it("reports an unknown package name, even if an earlier command has another error", async () => {
      const { commands } = createOf("#nothing:Iou:Iou");
      const { code } = await refusalOf({ commands });
      expect(code).to.equal("PACKAGE_NAMES_NOT_FOUND");
      const two = [
        ...(createOf("#iou:Iou:Coin")["commands"] as unknown[]),
        ...(commands as unknown[]),
      ];
      expect((await refusalOf({ commands: two })).code).to.equal("PACKAGE_NAMES_NOT_FOUND");
    });

    it("requires a known acting party if a package is selected by name", async () => {
      const error = await refusalOf({ actAs: ["stranger"] });
      expect(error.code).to.equal("UNKNOWN_INFORMEES");
      expect(error.context).to.deep.equal({ unknownInformees: "Set(stranger)" });
    });

    it("requires a connected synchronizer if a package is selected by name", async () => {
      const error = await refusalOf({ synchronizerId: "other::1220aa", commandId: "" });
      expect(error.code).to.equal("INVALID_PRESCRIBED_SYNCHRONIZER_ID");
      expect(error.context["synchronizerId"]).to.equal("other::1220aa");
    });

    it("reports a template that the package does not have", async () => {
      const { code } = await refusalOf(createOf("#iou:Iou:Coin"));
      expect(code).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
    });

    it("reports an unknown package id", async () => {
      const error = await refusalOf(createOf(`${"ab".repeat(32)}:Iou:Iou`));
      expect(error.code).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
      expect(error.resources).to.deep.equal([["TEMPLATE_ID", `${"ab".repeat(32)}:Iou:Iou`]]);
    });

    it("rejects a create of an interface, whose arguments it decodes as the view type", async () => {
      const incomplete = await refusalOf(createOf("#iou:Iou:Holding"));
      expect(incomplete.code).to.equal("COMMAND_PREPROCESSING_FAILED");
      const view = { owner: given.alice, amount: "1.0" };
      const { code } = await refusalOf(createOf("#iou:Iou:Holding", view));
      expect(code).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
    });

    for (const kind of ["ExerciseCommand", "ExerciseByKeyCommand"]) {
      it(`reports a missing template before the choice, for an ${kind}`, async () => {
        const target = { contractId: `00${"ab".repeat(68)}`, contractKey: {} };
        const command = {
          templateId: "#iou:Iou:Coin",
          choice: "Burn",
          choiceArgument: {},
          ...target,
        };
        const error = await refusalOf({ commands: [{ [kind]: command }] });
        expect(error).to.include({
          code: "INVALID_ARGUMENT",
          path: `commands[0].${kind}.templateId`,
        });
      });
    }

    it("refuses invalid choice names before it looks up a template, like a participant's JSON layer", async () => {
      for (const choice of ["", "a b", "Bürn", "9"]) {
        for (const templateId of ["#iou:Iou:Iou", "#iou:Iou:Coin"]) {
          const contractId = `00${"ab".repeat(68)}`;
          const ExerciseCommand = { templateId, contractId, choice, choiceArgument: {} };
          const error = await refusalOf({ commands: [{ ExerciseCommand }] });
          expect(error, choice).to.include({
            code: "INVALID_ARGUMENT",
            layer: "json",
            path: "commands[0].ExerciseCommand.choice",
          });
        }
      }
    });

    it("validates create arguments before the choice, and the choice argument before the key", async () => {
      const created = { createArguments: 5, choice: "Burn", choiceArgument: {} };
      const byKey = { contractKey: {}, choice: "Burn", choiceArgument: 5 };
      for (const [kind, command] of [
        ["CreateAndExerciseCommand", created],
        ["ExerciseByKeyCommand", { ...byKey, choice: "Archive" }],
      ] as const) {
        const commands = [{ [kind]: { templateId: "#iou:Iou:Iou", ...command } }];
        expect((await refusalOf({ commands })).code, kind).to.equal("LEDGER_API_INTERNAL_ERROR");
      }
    });

    it("refuses an unknown choice, and lists the template's choices", async () => {
      const error = await refusalOf({
        commands: [
          {
            ExerciseCommand: {
              templateId: "#iou:Iou:Iou",
              contractId: `00${"ab".repeat(68)}`,
              choice: "Burn",
              choiceArgument: {},
            },
          },
        ],
      });
      expect(error).to.include({
        code: "INVALID_ARGUMENT",
        path: "commands[0].ExerciseCommand.choice",
      });
      expect(error.cause).to.contain("Transfer");
    });

    it("refuses an unknown preferred package with JSON_API_PACKAGE_SELECTION_FAILED when it selects a package by name", async () => {
      const error = await refusalOf({ packageIdSelectionPreference: ["ab".repeat(32)] });
      expect(error).to.include({
        code: "JSON_API_PACKAGE_SELECTION_FAILED",
        path: "packageIdSelectionPreference[0]",
      });
    });

    it("refuses an unknown preferred package when it selects none by name", async () => {
      const { CreateCommand: create } = Iou.create({
        issuer: given.alice,
        owner: given.bob,
        amount: "1",
        watchers: [],
      });
      const error = await refusalOf({
        commands: [{ CreateCommand: { ...create, templateId: `${iouPackage.packageId}:Iou:Iou` } }],
        packageIdSelectionPreference: ["ab".repeat(32)],
      });
      expect(error.code).to.equal("INVALID_ARGUMENT");
    });
  });

  describe("validation of values in commands", () => {
    const iouWith = (fields: Fields): Fields => ({
      commands: [
        {
          CreateCommand: {
            templateId: "#iou:Iou:Iou",
            createArguments: {
              issuer: given.alice,
              owner: given.bob,
              amount: "1",
              watchers: [],
              ...fields,
            },
          },
        },
      ],
    });
    const argumentsPath = "commands[0].CreateCommand.createArguments";

    it("names the path of a value of the wrong JSON type", async () => {
      const error = await refusalOf(iouWith({ watchers: [given.bob, 7] }));
      expect(error).to.include({
        code: "LEDGER_API_INTERNAL_ERROR",
        layer: "json",
        path: `${argumentsPath}.watchers[1]`,
      });
    });

    it("names the path of an unreadable value, and of one that does not match its type", async () => {
      expect(await refusalOf(iouWith({ watchers: [given.bob, "!"] }))).to.include({
        code: "INVALID_ARGUMENT",
        path: `${argumentsPath}.watchers[1]`,
      });
      expect(await refusalOf(iouWith({ amount: "0.00000000001" }))).to.include({
        code: "COMMAND_PREPROCESSING_FAILED",
        path: `${argumentsPath}.amount`,
      });
    });

    it("validates the fields that the JSON layer does not read after the fields before the commands", async () => {
      const long = "x".repeat(256);
      const other = { ...iouWith({ watchers: ["!"] }), submissionId: long };
      expect((await refusalOf(other)).code).to.equal("INVALID_FIELD");
      const both = { ...iouWith({ watchers: ["!"] }), synchronizerId: "x" };
      expect((await refusalOf(both)).code).to.equal("INVALID_FIELD");
      const wrong = { ...iouWith({ watchers: [7] }), submissionId: long };
      expect((await refusalOf(wrong)).code).to.equal("LEDGER_API_INTERNAL_ERROR");
    });

    it("validates types after all fields", async () => {
      const unfit = iouWith({ amount: "0.00000000001" });
      const late = { ...unfit, tapsMaxPasses: 0 };
      expect((await refusalOf(late)).path).to.equal("tapsMaxPasses");
      const [create] = unfit["commands"] as readonly unknown[];
      const [unreadable] = iouWith({ owner: "" })["commands"] as readonly unknown[];
      expect((await refusalOf({ commands: [create, unreadable] })).path).to.equal(
        "commands[1].CreateCommand.createArguments.owner",
      );
    });

    it("refuses unknown fields", async () => {
      const { code } = await refusalOf(iouWith({ memo: "hello" }));
      expect(code).to.equal("INVALID_ARGUMENT");
    });

    it("refuses missing fields", async () => {
      const { code } = await refusalOf(iouWith({ owner: undefined }));
      expect(code).to.equal("COMMAND_PREPROCESSING_FAILED");
    });
  });

  describe("validation of contract ids and keys in commands", () => {
    const exercise = (contractId: unknown): Fields => ({
      commands: [
        {
          ExerciseCommand: {
            templateId: "#iou:Iou:Iou",
            contractId,
            choice: "Inspect",
            choiceArgument: {},
          },
        },
      ],
    });

    it("refuses an empty contract id", async () => {
      const error = await refusalOf(exercise(""));
      expect(error).to.include({
        code: "MISSING_FIELD",
        path: "commands[0].ExerciseCommand.contractId",
      });
      expect(error.context["field_name"]).to.equal("contract_id");
    });

    it("refuses a malformed contract id", async () => {
      expect((await refusalOf(exercise("00XY"))).code).to.equal("INVALID_FIELD");
    });

    it("refuses to prefetch a key of a template without key", async () => {
      const templateId = `${iouPackage.packageId}:Iou:Iou`;
      const { code } = await refusalOf({
        prefetchContractKeys: [{ templateId, contractKey: {} }],
      });
      expect(code).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
    });

    it("fails internally for a key to prefetch by package name, like a participant", async () => {
      const error = await refusalOf({
        prefetchContractKeys: [{ ...counterKey(), templateId: Counter.reference }],
      });
      expect(error).to.include({
        code: "LEDGER_API_INTERNAL_ERROR",
        path: "prefetchContractKeys[0].templateId",
      });
    });

    it("refuses to prefetch zero contracts of a key", async () => {
      const error = await refusalOf({ prefetchContractKeys: [{ ...counterKey(), limit: 0 }] });
      expect(error).to.include({
        code: "INVALID_ARGUMENT",
        path: "prefetchContractKeys[0].limit",
      });
    });

    it("refuses to exercise by key on a template without key", async () => {
      const { code } = await refusalOf({
        commands: [
          {
            ExerciseByKeyCommand: {
              templateId: Iou.reference,
              contractKey: {},
              choice: "Inspect",
              choiceArgument: {},
            },
          },
        ],
      });
      expect(code).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
    });
  });

  describe("order of validation of commands", () => {
    const rows: readonly Refusal[] = refusals.filter(({ field, path }) =>
      [field, path].some((name) =>
        [
          "workflowId",
          "user_id",
          "command_id",
          "submission_id",
          "readAs[0]",
          "synchronizer_id",
          "commands",
          "minLedgerTimeRel",
          "deduplication_period",
          "tapsMaxPasses",
        ].includes(name ?? ""),
      ),
    );

    it("reports the first of two errors", async () => {
      const faults = rows.filter(({ what }) => !what.startsWith("no commands"));
      for (const [index, first] of faults.entries()) {
        for (const second of faults.slice(index + 1)) {
          const isSameField = Object.keys(first.fields).some((name) => name in second.fields);
          if (isSameField) continue;
          const error = await refusalOf({ ...second.fields, ...first.fields });
          const label = `${first.what} before ${second.what}`;
          expect(error.code, label).to.equal(first.code);
          if (first.path !== undefined) expect(error.path, label).to.equal(first.path);
          if (first.field !== undefined) {
            expect(error.context["field_name"], label).to.equal(first.field);
          }
        }
      }
    });

    it("resolves templates before it checks the command id", async () => {
      const { code } = await refusalOf({
        commandId: "",
        commands: [{ CreateCommand: { templateId: "#iou:Iou:Coin", createArguments: {} } }],
      });
      expect(code).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
    });
  });

  it("locates errors below the nested commands of submit-and-wait-for-transaction", async () => {
    const error = await rejectionOf(
      submitAndWaitForTransaction(ledger, untyped({ commands: { ...body(), commandId: 7 } })),
    );
    expect(error.path).to.equal("commands.commandId");
  });
});
