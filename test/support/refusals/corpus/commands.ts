import { iouPackage } from "../../iou-package.ts";
import type { BrokenRequest, Corpus, ExpectedExplanation } from "../broken-request.ts";
import { brokenPosts } from "../broken-requests.ts";
import {
  commands as valid,
  create,
  filters,
  iou,
  type Json,
  paths,
  transactionFormat,
} from "../valid.ts";
import { takenId } from "../world.ts";

type More = Omit<ExpectedExplanation, "status" | "at">;

const post = brokenPosts("ann", paths.submit);
const forTransaction = brokenPosts("ann", paths.submitForTransaction);

/** Incorrect fields next to the commands: submitters, ids, periods, and synchronizer. */
export const commands: Corpus = (world) => {
  const { alice, bob, contractId, offset, ledger } = world;
  const synchronizerId = ledger.state.synchronizers[0]?.id ?? "";
  const changed = (
    mistake: string,
    parts: Json,
    status: number,
    at: string,
    more: More = {},
  ): BrokenRequest => post(mistake, valid(world, parts), status, at, more);
  const renamed = (from: string, to: string): BrokenRequest => {
    const body = valid(world);
    return changed(
      `names ${from} ${to}`,
      { [from]: undefined, [to]: body[from] },
      400,
      `/${from}`,
      {
        nearest: from,
        says: new RegExp(to),
      },
    );
  };
  const period = (mistake: string, deduplicationPeriod: unknown, at = "", more: More = {}) =>
    changed(mistake, { deduplicationPeriod }, 400, `/deduplicationPeriod${at}`, more);
  const format = (
    mistake: string,
    transactionFormat: unknown,
    at: string,
    more: More = {},
    status = 400,
  ) =>
    forTransaction(
      mistake,
      { commands: valid(world), transactionFormat },
      status,
      `/transactionFormat${at}`,
      more,
    );
  const disclosed = (
    mistake: string,
    contract: unknown,
    status: number,
    at: string,
    more: More = {},
  ) =>
    changed(
      mistake,
      { disclosedContracts: [contract] },
      status,
      `/disclosedContracts/0${at}`,
      more,
    );
  const seconds = (amount: unknown): Json => ({
    DeduplicationDuration: { value: { seconds: amount, nanos: 0 } },
  });

  return [
    // Ids
    changed("forgets the command id", { commandId: undefined }, 400, "/commandId", {
      says: /unique for each/,
    }),
    changed("leaves the command id empty", { commandId: "" }, 400, "/commandId", {
      says: /unique for each/,
    }),
    changed("sends the command id as null", { commandId: null }, 400, "/commandId", {
      says: /string|text/,
    }),
    changed("numbers its commands", { commandId: 7 }, 400, "/commandId", { says: /string/ }),
    changed(
      "writes blanks and signs into a command id",
      { commandId: "my command!?" },
      400,
      "/commandId",
      {
        says: /letters|characters/,
      },
    ),
    changed("writes a command id of a page", { commandId: "x".repeat(300) }, 400, "/commandId", {
      says: /255/,
    }),
    changed("submits a command again", { commandId: takenId }, 409, "/commandId", {
      says: /new command id|accepted/,
    }),
    forTransaction(
      "submits a command again in another way",
      { commands: valid(world, { commandId: takenId }) },
      409,
      "/commands/commandId",
      {
        says: /new command id|accepted/,
      },
    ),
    changed("numbers its workflow", { workflowId: 7 }, 400, "/workflowId", { says: /string/ }),
    changed("writes signs into a submission id", { submissionId: "a b?c" }, 400, "/submissionId", {
      says: /letters|characters/,
    }),
    ...["commandID", "command_id", "commmandId", "comandId", "id"].map((name) =>
      renamed("commandId", name),
    ),
    // Who acts
    changed("omits actAs", { actAs: undefined }, 400, "/actAs", { says: /full ids/ }),
    changed("acts as no party", { actAs: [] }, 400, "/actAs", { says: /full ids/ }),
    changed("acts as one party without a list", { actAs: alice }, 400, "/actAs", {
      says: /array|list/,
    }),
    changed("acts as null", { actAs: null }, 400, "/actAs", { says: /array|list/ }),
    changed("acts as a list with null", { actAs: [null] }, 400, "/actAs/0", { says: /string/ }),
    changed("acts as the empty party", { actAs: [""] }, 400, "/actAs/0", { says: /full id|party/ }),
    changed("acts as an object", { actAs: [{ party: alice }] }, 400, "/actAs/0", {
      says: /string/,
    }),
    changed("separates parties by commas", { actAs: [`${alice},${bob}`] }, 400, "/actAs/0", {
      says: /party|full id/,
    }),
    changed("writes signs into a party", { actAs: ["al!ce"] }, 400, "/actAs/0", {
      says: /party|full id/,
    }),
    changed("reads as one party without a list", { readAs: bob }, 400, "/readAs", {
      says: /array|list/,
    }),
    ...["actas", "act_as", "actAS", "party", "submitter", "actsAs"].map((name) =>
      renamed("actAs", name),
    ),
    // The list
    changed("forgets the commands", { commands: undefined }, 400, "/commands", { says: /list/ }),
    changed("sends no command", { commands: [] }, 400, "/commands", { says: /list|command/ }),
    changed("sends one command without a list", { commands: create(world) }, 400, "/commands", {
      says: /array|list/,
    }),
    changed("sends commands as null", { commands: null }, 400, "/commands", { says: /array|list/ }),
    changed("puts null among commands", { commands: [null] }, 400, "/commands/0", {
      says: /object/,
    }),
    changed("puts a text among commands", { commands: ["CreateCommand"] }, 400, "/commands/0", {
      says: /object/,
    }),
    changed("nests the commands", { commands: [[create(world)]] }, 400, "/commands/0", {
      says: /CreateCommand|object/,
    }),
    ...["command", "Commands", "comands"].map((name) => renamed("commands", name)),
    ...(
      [
        ["createCommand", "CreateCommand"],
        ["Create", "CreateCommand"],
        ["create", "CreateCommand"],
        ["CreateComand", "CreateCommand"],
        ["create_command", "CreateCommand"],
        ["CreateCommands", "CreateCommand"],
      ] as const
    ).map(([name, meant]) =>
      changed(
        `names a command ${name}`,
        { commands: [{ [name]: { templateId: "#iou:Iou:Iou", createArguments: iou(world) } }] },
        400,
        "/commands/0",
        { nearest: meant },
      ),
    ),
    ...(
      [
        ["Exercise", "ExerciseCommand"],
        ["exerciseCommand", "ExerciseCommand"],
        ["ExcerciseCommand", "ExerciseCommand"],
        ["ExerciseChoice", "ExerciseCommand"],
      ] as const
    ).map(([name, meant]) =>
      changed(
        `names an exercise ${name}`,
        {
          commands: [
            {
              [name]: {
                templateId: "#iou:Iou:Iou",
                contractId,
                choice: "Inspect",
                choiceArgument: {},
              },
            },
          ],
        },
        400,
        "/commands/0",
        { nearest: meant },
      ),
    ),
    changed(
      "sends a command without its kind",
      { commands: [{ templateId: "#iou:Iou:Iou", createArguments: iou(world) }] },
      400,
      "/commands/0",
      {
        nearest: "CreateCommand",
        says: /\{"CreateCommand": /,
      },
    ),
    changed(
      "names the kind of a command in a field",
      { commands: [{ kind: "create", templateId: "#iou:Iou:Iou", createArguments: iou(world) }] },
      400,
      "/commands/0",
      {
        says: /\{"CreateCommand": /,
      },
    ),
    changed("sends an empty command", { commands: [{}] }, 400, "/commands/0", {
      says: /CreateCommand/,
    }),
    // The record
    post(
      "wraps commands where the body is the record itself",
      { commands: valid(world) },
      400,
      "/commands",
      {
        says: /top level of the body/,
      },
    ),
    forTransaction("sends the record where it must be wrapped", valid(world), 400, "/commands", {
      says: /commands in a field/,
    }),
    forTransaction(
      "forgets the wrapped commands",
      { transactionFormat: transactionFormat(world) },
      400,
      "/commands",
      { says: /commands/ },
    ),
    forTransaction(
      "wraps the commands in another field",
      { command: valid(world) },
      400,
      "/commands",
      {
        nearest: "commands",
      },
    ),
    // For how long
    period("writes a period as text", "PT60S", "", { says: /DeduplicationDuration/ }),
    period("writes a period as a number", 60, "", { says: /DeduplicationDuration/ }),
    period("sends only seconds", { seconds: 60 }, "", { says: /DeduplicationDuration/ }),
    period(
      "forgets value in a period",
      { DeduplicationDuration: { seconds: 60, nanos: 0 } },
      "/DeduplicationDuration/value",
      {
        says: /value/,
      },
    ),
    period(
      "writes a duration as text",
      { DeduplicationDuration: { value: "60s" } },
      "/DeduplicationDuration/value",
      {
        says: /seconds|object/,
      },
    ),
    period(
      "writes seconds as a word",
      seconds("a minute"),
      "/DeduplicationDuration/value/seconds",
      { says: /whole number/ },
    ),
    period("writes a fraction of seconds", seconds(0.5), "/DeduplicationDuration/value/seconds", {
      says: /whole number/,
    }),
    period("writes a negative period", seconds(-60), "", { says: /positive|negative|0/ }),
    period(
      "misspells the kind of a period",
      { DeduplicationDurations: { value: { seconds: 60, nanos: 0 } } },
      "",
      {
        nearest: "DeduplicationDuration",
      },
    ),
    period(
      "writes the kind of a period in lower case",
      { deduplicationDuration: { value: { seconds: 60, nanos: 0 } } },
      "",
      {
        nearest: "DeduplicationDuration",
      },
    ),
    period(
      "writes an offset as an object",
      { DeduplicationOffset: { value: { offset } } },
      "/DeduplicationOffset/value",
      {
        says: /whole number/,
      },
    ),
    changed(
      "writes a minimum ledger time in another time zone",
      { minLedgerTimeAbs: "tomorrow" },
      400,
      "/minLedgerTimeAbs",
      { says: /UTC/ },
    ),
    changed(
      "writes a minimum ledger time as a number",
      { minLedgerTimeAbs: 1_700_000_000 },
      400,
      "/minLedgerTimeAbs",
      {
        says: /string|UTC/,
      },
    ),
    changed(
      "writes a relative time as text",
      { minLedgerTimeRel: "PT1M" },
      400,
      "/minLedgerTimeRel",
      { says: /object|seconds/ },
    ),
    // Where
    changed(
      "names a synchronizer by its alias",
      { synchronizerId: "local" },
      400,
      "/synchronizerId",
      {
        nearest: synchronizerId,
      },
    ),
    changed(
      "names an unknown synchronizer",
      { synchronizerId: `other::1220${"ab".repeat(32)}` },
      400,
      "/synchronizerId",
      {
        says: /connected-synchronizers/,
      },
    ),
    changed(
      "prefers a package by its name",
      { packageIdSelectionPreference: ["iou"] },
      400,
      "/packageIdSelectionPreference/0",
      {
        says: /package/,
      },
    ),
    changed(
      "prefers an unknown package",
      { packageIdSelectionPreference: ["ab".repeat(32)] },
      400,
      "/packageIdSelectionPreference/0",
      {
        says: /package/,
      },
    ),
    changed(
      "prefers one package without a list",
      { packageIdSelectionPreference: "iou" },
      400,
      "/packageIdSelectionPreference",
      {
        says: /array|list/,
      },
    ),
    changed("asks for too many passes", { tapsMaxPasses: 99 }, 400, "/tapsMaxPasses", {
      says: /1 to|at most/,
    }),
    changed(
      "prefetches a key without its template",
      { prefetchContractKeys: [{ contractKey: { owner: alice, name: "n" } }] },
      400,
      "/prefetchContractKeys/0/templateId",
      {
        says: /#<package name>:/,
      },
    ),
    changed(
      "prefetches a misspelt template",
      {
        prefetchContractKeys: [
          { templateId: "#iou:Iou:Conuter", contractKey: { owner: alice, name: "n" } },
        ],
      },
      500,
      "/prefetchContractKeys/0/templateId",
      {
        nearest: `${iouPackage.packageId}:Iou:Counter`,
      },
    ),
    // Disclosed contracts
    changed(
      "sends one disclosed contract without a list",
      { disclosedContracts: { contractId } },
      400,
      "/disclosedContracts",
      { says: /array|list/ },
    ),
    changed(
      "discloses a contract id without a blob",
      { disclosedContracts: [contractId] },
      400,
      "/disclosedContracts/0",
      { says: /object/ },
    ),
    disclosed(
      "forgets the blob",
      { contractId, templateId: "#iou:Iou:Iou", synchronizerId: "" },
      400,
      "/createdEventBlob",
      {
        says: /includeCreatedEventBlob/,
      },
    ),
    disclosed(
      "sends the empty blob of a contract that was read without blobs",
      { contractId, templateId: "#iou:Iou:Iou", createdEventBlob: "", synchronizerId: "" },
      400,
      "/createdEventBlob",
      {
        says: /includeCreatedEventBlob/,
      },
    ),
    disclosed(
      "sends a blob in hex",
      { contractId, createdEventBlob: "0a!!", synchronizerId: "" },
      400,
      "/createdEventBlob",
      {
        says: /Base64/,
      },
    ),
    disclosed(
      "sends Base64 that is not a blob",
      { contractId, createdEventBlob: "aGVsbG8gd29ybGQ=", synchronizerId: "" },
      400,
      "/createdEventBlob",
      {
        says: /as it was received|createdEventBlob/,
      },
    ),
    disclosed(
      "misspells the blob",
      { contractId, createdEventBlop: "AAAA", synchronizerId: "" },
      400,
      "/createdEventBlob",
      {
        nearest: "createdEventBlob",
      },
    ),
    disclosed(
      "names an unknown synchronizer in a disclosed contract",
      { contractId, createdEventBlob: "AAAA", synchronizerId: "local" },
      400,
      "/createdEventBlob",
      { says: /./ },
    ),
    // What is answered
    format(
      "shortens the gRPC name of a shape",
      { ...transactionFormat(world), transactionShape: "ACS_DELTA" },
      "/transactionShape",
      {
        nearest: "TRANSACTION_SHAPE_ACS_DELTA",
      },
    ),
    format(
      "writes a shape in lower case",
      { ...transactionFormat(world), transactionShape: "transaction_shape_ledger_effects" },
      "/transactionShape",
      {
        nearest: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
      },
    ),
    format(
      "misspells a shape",
      { ...transactionFormat(world), transactionShape: "TRANSACTION_SHAPE_ACS_DETLA" },
      "/transactionShape",
      {
        nearest: "TRANSACTION_SHAPE_ACS_DELTA",
      },
    ),
    format(
      "asks for a tree",
      { ...transactionFormat(world), transactionShape: "TREE" },
      "/transactionShape",
      {
        says: /TRANSACTION_SHAPE_LEDGER_EFFECTS/,
      },
    ),
    format(
      "leaves the shape unspecified",
      { ...transactionFormat(world), transactionShape: "TRANSACTION_SHAPE_UNSPECIFIED" },
      "/transactionShape",
      {
        says: /TRANSACTION_SHAPE_ACS_DELTA/,
      },
    ),
    format(
      "forgets the shape",
      { ...transactionFormat(world), transactionShape: undefined },
      "/transactionShape",
      {
        says: /TRANSACTION_SHAPE_ACS_DELTA/,
      },
    ),
    format(
      "misspells the shape's name",
      {
        ...transactionFormat(world),
        transactionShape: undefined,
        transactionshap: "TRANSACTION_SHAPE_ACS_DELTA",
      },
      "/transactionShape",
      {
        nearest: "transactionShape",
      },
    ),
    format(
      "omits the parties of the transaction format",
      { transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" },
      "/eventFormat",
      {
        says: /filtersByParty/,
      },
    ),
    format(
      "asks for events of no party",
      { transactionShape: "TRANSACTION_SHAPE_ACS_DELTA", eventFormat: {} },
      "/eventFormat",
      {
        says: /filtersByParty/,
      },
    ),
    format(
      "filters by a list of parties",
      { transactionShape: "TRANSACTION_SHAPE_ACS_DELTA", eventFormat: { filtersByParty: [alice] } },
      "/eventFormat/filtersByParty",
      {
        says: /as keys/,
      },
    ),
    format(
      "requests the events of a party by its hint",
      { transactionShape: "TRANSACTION_SHAPE_ACS_DELTA", eventFormat: filters("alice") },
      "/eventFormat/filtersByParty/alice",
      {
        nearest: alice,
      },
      403,
    ),
    format(
      "writes verbose as text",
      {
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
        eventFormat: { ...filters(alice), verbose: "yes" },
      },
      "/eventFormat/verbose",
      {
        says: /true or false/,
      },
    ),
  ];
};
