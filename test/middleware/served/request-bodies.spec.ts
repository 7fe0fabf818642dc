import { expect } from "chai";

import { commandsBody } from "../../support/commands-body.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { transports } from "../../support/transports.ts";

/**
 * A request and its expected response: the start of a text, or a pattern of the status and the error code.
 */
type Asked = readonly [title: string, path: string, body: unknown, answer: string | RegExp];

const submit = "/v2/commands/submit-and-wait";
const updates = "/v2/updates";
const activeContracts = "/v2/state/active-contracts";
const templateId = "#iou:Iou:Iou";
const shape = "TRANSACTION_SHAPE_ACS_DELTA";

/** Returns functions that build a valid body in which some fields are replaced. */
const bodies = ({ ledger, alice }: IouLedger) => {
  const { ledgerEnd } = ledger.state;
  const createArguments = { issuer: alice, owner: alice, amount: "1.0", watchers: [] };
  return {
    createArguments,
    commands: (more: Readonly<Record<string, unknown>>): object =>
      commandsBody(alice, { CreateCommand: { templateId, createArguments } }, more),
    command: (name: string, content: object): object =>
      commandsBody(alice, [], { commands: [{ [name]: content }] }),
    snapshot: (filters: unknown, more: object = {}): object => ({
      activeAtOffset: ledgerEnd,
      eventFormat: { filtersByParty: { [alice]: filters }, ...more },
    }),
    filtered: (identifierFilter: unknown): object => ({
      activeAtOffset: ledgerEnd,
      eventFormat: { filtersByParty: { [alice]: { cumulative: [{ identifierFilter }] } } },
    }),
    transactions: (more: object): object => ({
      beginExclusive: 0,
      endInclusive: ledgerEnd,
      updateFormat: {
        includeTransactions: {
          eventFormat: { filtersByParty: { [alice]: {} } },
          transactionShape: shape,
          ...more,
        },
      },
    }),
    legacy: (more: object): object => ({
      beginExclusive: 0,
      endInclusive: ledgerEnd,
      filter: { filtersByParty: { [alice]: {} } },
      ...more,
    }),
  };
};

const nulls = (served: IouLedger): readonly Asked[] => {
  const { commands, snapshot, filtered, transactions, legacy } = bodies(served);
  const blob = { WildcardFilter: { value: { includeCreatedEventBlob: null } } };
  const optional = { userId: "ann", readAs: null, workflowId: null, submissionId: null };
  const lists = { disclosedContracts: null, packageIdSelectionPreference: null };
  return [
    [
      "an offset",
      activeContracts,
      { ...snapshot({}), activeAtOffset: null },
      /a whole number, got null at \/activeAtOffset/,
    ],
    ["the begin of a range", updates, legacy({ beginExclusive: null }), /\/beginExclusive/],
    ["a map", updates, legacy({ filter: { filtersByParty: null } }), /an object, got null/],
    ["the entry of a map", activeContracts, snapshot(null), /an object, got null/],
    ["a list", activeContracts, snapshot({ cumulative: null }), /an array, got null/],
    ["a truth value", activeContracts, snapshot({}, { verbose: null }), /true or false, got null/],
    ["a truth value of a filter", activeContracts, filtered(blob), /true or false, got null/],
    ["a tagged choice", activeContracts, filtered(null), /an object, got null/],
    ["a constant", updates, transactions({ transactionShape: null }), /got null/],
    [
      "parties",
      "/v2/contracts/contract-by-id",
      { contractId: "00", queryingParties: null },
      /an array, got null/,
    ],
    ["rights", "/v2/users", { user: { id: "u1" }, rights: null }, /an array, got null/],
    [
      "the kind of a right",
      "/v2/users",
      { user: { id: "u2" }, rights: [{ kind: null }] },
      /an object, got null/,
    ],
    ["isDeactivated", "/v2/users", { user: { id: "u3", isDeactivated: null } }, /true or false/],
    ["annotations", "/v2/parties", { localMetadata: { annotations: null } }, /an object, got null/],
    ["actAs", submit, commands({ actAs: null }), /an array, got null at \/actAs/],
    ["what commands may leave out", submit, commands({ ...optional, ...lists }), "200"],
    ["metadata, a message", "/v2/users", { user: { id: "u4", metadata: null } }, "200"],
    ["an end", updates, legacy({ endInclusive: null, limit: 0 }), "200"],
    [
      "verbose and the order beside the older filter",
      updates,
      legacy({ verbose: null, descendingOrder: null }),
      "200",
    ],
    [
      "the older filter beside a format",
      activeContracts,
      { ...snapshot({}), filter: null, verbose: null },
      "200",
    ],
    [
      "the template of a filter",
      activeContracts,
      filtered({ TemplateFilter: { value: { templateId: null } } }),
      "400 MISSING_FIELD",
    ],
    [
      "a format",
      "/v2/events/events-by-contract-id",
      { contractId: `00${"0".repeat(64)}`, eventFormat: null },
      "400 MISSING_FIELD",
    ],
  ];
};

const missing = (served: IouLedger): readonly Asked[] => {
  const { createArguments, command, transactions } = bodies(served);
  const choice = { templateId, choice: "Archive", choiceArgument: {} };
  const contractId = "00";
  return [
    [
      "the template of a create",
      submit,
      command("CreateCommand", { createArguments }),
      /'commands\[0\]\.CreateCommand\.templateId'/,
    ],
    [
      "the arguments of a create",
      submit,
      command("CreateCommand", { templateId }),
      /'commands\[0\]\.CreateCommand\.createArguments'/,
    ],
    [
      "the contract of an exercise",
      submit,
      command("ExerciseCommand", choice),
      /'commands\[0\]\.ExerciseCommand\.contractId'/,
    ],
    [
      "the choice of an exercise",
      submit,
      command("ExerciseCommand", { templateId, contractId, choiceArgument: {} }),
      /'commands\[0\]\.ExerciseCommand\.choice'/,
    ],
    [
      "the argument of an exercise",
      submit,
      command("ExerciseCommand", { templateId, contractId, choice: "Archive" }),
      /'commands\[0\]\.ExerciseCommand\.choiceArgument'/,
    ],
    [
      "the key of an exercise by key",
      submit,
      command("ExerciseByKeyCommand", choice),
      /'commands\[0\]\.ExerciseByKeyCommand\.contractKey'/,
    ],
    [
      "the argument of a create and exercise",
      submit,
      command("CreateAndExerciseCommand", { templateId, createArguments, choice: "Archive" }),
      /'commands\[0\]\.CreateAndExerciseCommand\.choiceArgument'/,
    ],
    ["a constant", updates, transactions({ transactionShape: undefined }), /transactionShape'/],
  ];
};

const references = (served: IouLedger): readonly Asked[] => {
  const { createArguments, command, filtered } = bodies(served);
  const inCommand = (name: string): object =>
    command("CreateCommand", { templateId: name, createArguments });
  const inFilter = (name: string): object =>
    filtered({ TemplateFilter: { value: { templateId: name } } });
  const malformed = ["", ":", "::", "Iou", "Iou:Iou", "#iou:Iou", "#iou:Iou:", "a:b:c:d"];
  return [
    ...malformed.flatMap((name): Asked[] => [
      [`"${name}" in a command`, submit, inCommand(name), /<package>:<Module>:<Entity>/],
      [`"${name}" in a filter`, activeContracts, inFilter(name), /<package>:<Module>:<Entity>/],
    ]),
    [
      "of three parts that are not names",
      submit,
      inCommand("#iou:I ou:Iou"),
      "400 INVALID_ARGUMENT",
    ],
  ];
};

const times = (served: IouLedger): readonly Asked[] => {
  const { commands } = bodies(served);
  const notBefore = (time: unknown): object => commands({ minLedgerTimeAbs: time });
  return [
    [
      "no time",
      submit,
      notBefore("yesterday"),
      /a time like .*, got "yesterday" at \/minLedgerTimeAbs/,
    ],
    ["nothing", submit, notBefore(""), /a time like/],
    ["no seconds", submit, notBefore("2020-01-01T00:00Z"), /a time like/],
    ["no zone", submit, notBefore("2020-01-01T00:00:00"), /a time like/],
    ["a number", submit, notBefore(0), /a string, got 0/],
    ["an offset", submit, notBefore("2020-01-01T01:00:00+01:00"), "200"],
    [
      "a time to vet until",
      "/v2/package-vetting/update",
      {
        changes: [
          { operation: { Vet: { value: { packages: [], newValidUntilExclusive: "soon" } } } },
        ],
      },
      /a time like/,
    ],
  ];
};

const others = (served: IouLedger): readonly Asked[] => {
  const { commands, snapshot, command, createArguments } = bodies(served);
  let nested: unknown = [];
  for (let level = 0; level < 300; level++) nested = [nested];
  const watchers = { ...createArguments, watchers: nested };
  const offset = { ...snapshot({}), activeAtOffset: "+0" };
  return [
    ["an offset with a plus", activeContracts, offset, /a whole number/],
    ["an offset as a string", activeContracts, { ...snapshot({}), activeAtOffset: "0" }, "200"],
    [
      "a duration that is not an object",
      submit,
      commands({ minLedgerTimeRel: 5 }),
      /an object, got 5/,
    ],
    [
      "deep nesting in an argument",
      submit,
      command("CreateCommand", { templateId, createArguments: watchers }),
      /nesting/,
    ],
    ["deep nesting in a field that nobody reads", submit, commands({ nested }), "200"],
    [
      "no time to wait",
      `${updates}?stream_idle_timeout_ms=0`,
      { beginExclusive: 0 },
      "400 INVALID_ARGUMENT",
    ],
    [
      "less than no time to wait",
      "/v2/commands/completions?stream_idle_timeout_ms=-5",
      { parties: [served.alice] },
      "400 INVALID_ARGUMENT",
    ],
  ];
};

const tables = [
  ["null", nulls],
  ["missing fields", missing],
  ["the name of a template", references],
  ["a time", times],
  ["a body", others],
] as const;

describe("requests are parsed as a participant parses them", () => {
  for (const { name, serve } of transports) {
    for (const [what, table] of tables) {
      it(`${what}, ${name}`, async () => {
        const served = await iouLedger();
        await serve(served.ledger, { auth: "disabled" }, async (send) => {
          for (const [title, path, body, expected] of table(served)) {
            const { status, text, contentType, json } = await send("POST", path, { body });
            if (expected instanceof RegExp) {
              expect(status, `${title}: ${text}`).to.equal(400);
              expect(contentType, title).to.equal("text/plain");
              expect(text, title).to.match(/^Invalid value for: body \(/);
              expect(text, title).to.match(expected);
            } else {
              const [code, error] = expected.split(" ");
              expect(status, `${title}: ${text}`).to.equal(Number(code));
              if (error !== undefined) expect(json, title).to.include({ code: error });
            }
          }
        });
      });
    }
  }
});
