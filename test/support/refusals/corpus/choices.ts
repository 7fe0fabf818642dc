import type { BrokenRequest, Corpus, ExpectedExplanation } from "../broken-request.ts";
import { brokenPosts } from "../broken-requests.ts";
import { commands, everything, iou, type Json, paths } from "../valid.ts";

type More = Omit<ExpectedExplanation, "status" | "at">;

const post = brokenPosts("ann", paths.submit);
const iouId = "#iou:Iou:Iou";
const counterName = "#iou:Iou:Counter";

/** Incorrect requests about contracts, choices and keys. */
export const choices: Corpus = (world) => {
  const { alice, bob, contractId, spentId, hiddenId, counterId, everythingId } = world;

  const sent =
    (kind: string, valid: Json) =>
    (mistake: string, parts: Json, status: number, field: string, more: More = {}): BrokenRequest =>
      post(
        mistake,
        commands(world, { commands: [{ [kind]: { ...valid, ...parts } }] }),
        status,
        field === "actAs" ? "/actAs" : `/commands/0/${kind}${field}`,
        more,
      );
  const exercise = sent("ExerciseCommand", {
    templateId: iouId,
    contractId,
    choice: "Transfer",
    choiceArgument: { newOwner: bob },
  });
  const byKey = sent("ExerciseByKeyCommand", {
    templateId: counterName,
    contractKey: { owner: alice, name: "n" },
    choice: "Increment",
    choiceArgument: {},
  });
  const both = sent("CreateAndExerciseCommand", {
    templateId: iouId,
    createArguments: iou(world),
    choice: "Transfer",
    choiceArgument: { newOwner: bob },
  });
  const nowhere = `00${"ab".repeat(32)}${contractId.slice(66)}`;
  const without = (field: string): Json => ({ [field]: undefined });

  return [
    // Choices
    exercise("swaps two letters of a choice", { choice: "Trasnfer" }, 400, "/choice", {
      nearest: "Transfer",
    }),
    exercise("writes a choice in lower case", { choice: "transfer" }, 400, "/choice", {
      nearest: "Transfer",
    }),
    exercise("writes a choice in snake case", { choice: "trans_fer" }, 400, "/choice", {
      nearest: "Transfer",
    }),
    exercise("exercises an unknown choice", { choice: "Frobnicate" }, 400, "/choice", {
      says: /one of .*Transfer.*Archive|one of .*Archive.*Transfer/,
    }),
    exercise("qualifies a choice", { choice: "Iou:Transfer" }, 400, "/choice", {
      says: /Transfer/,
    }),
    exercise(
      "writes Archive in lower case",
      { choice: "archive", choiceArgument: {} },
      400,
      "/choice",
      {
        nearest: "Archive",
      },
    ),
    exercise("leaves the choice empty", { choice: "" }, 400, "/choice", {
      says: /one of Transfer/,
    }),
    exercise("sends no choice", without("choice"), 400, "/choice", { says: /choice/ }),
    exercise("sends a choice as null", { choice: null }, 400, "/choice", { says: /choice|string/ }),
    exercise("sends a choice as an object", { choice: { Transfer: {} } }, 400, "/choice", {
      says: /string/,
    }),
    exercise("misspells choice", { ...without("choice"), chioce: "Transfer" }, 400, "/choice", {
      nearest: "choice",
    }),
    exercise(
      "names the choice choiceName",
      { ...without("choice"), choiceName: "Transfer" },
      400,
      "/choice",
      {
        nearest: "choice",
        says: /choiceName/,
      },
    ),
    exercise(
      "exercises a choice of an interface by the template",
      { choice: "Destroy", choiceArgument: {} },
      400,
      "/choice",
      {
        says: /#iou:Iou:Holding/,
      },
    ),
    exercise(
      "exercises a choice of a template by the interface",
      { templateId: "#iou:Iou:Holding" },
      400,
      "/choice",
      {
        says: /Destroy/,
      },
    ),
    exercise(
      "exercises a choice of another template",
      { choice: "Increment", choiceArgument: {} },
      400,
      "/choice",
      {
        says: /one of/,
      },
    ),
    // Their arguments
    exercise("forgets the argument", without("choiceArgument"), 400, "/choiceArgument", {
      says: /\{\}/,
    }),
    ...["argument", "choiceArguments", "choiceArg", "choice_argument", "args"].map((name) =>
      exercise(
        `names the argument ${name}`,
        { ...without("choiceArgument"), [name]: { newOwner: bob } },
        400,
        "/choiceArgument",
        { nearest: "choiceArgument" },
      ),
    ),
    exercise(
      "forgets a field of the argument",
      { choiceArgument: {} },
      400,
      "/choiceArgument/newOwner",
      {
        says: /newOwner/,
      },
    ),
    exercise(
      "writes a field of the argument in lower case",
      { choiceArgument: { newowner: bob } },
      400,
      "/choiceArgument/newOwner",
      {
        nearest: "newOwner",
      },
    ),
    exercise(
      "writes a field of the argument in snake case",
      { choiceArgument: { new_owner: bob } },
      400,
      "/choiceArgument/newOwner",
      {
        nearest: "newOwner",
      },
    ),
    exercise(
      "sends a field that the choice does not have",
      { choiceArgument: { newOwner: bob, price: "1" } },
      400,
      "/choiceArgument/price",
      {
        says: /newOwner/,
      },
    ),
    exercise(
      "sends fields for a choice without fields",
      { choice: "Inspect", choiceArgument: { deep: true } },
      400,
      "/choiceArgument/deep",
      {
        says: /no field/,
      },
    ),
    exercise(
      "names a party of a choice by its hint",
      { choiceArgument: { newOwner: "bob" } },
      404,
      "/choiceArgument/newOwner",
      {
        nearest: bob,
      },
    ),
    exercise(
      "sends the argument without the record around it",
      { choiceArgument: bob },
      500,
      "/choiceArgument",
      {
        says: /object/,
      },
    ),
    exercise("sends the argument as null", { choiceArgument: null }, 400, "/choiceArgument", {
      says: /object/,
    }),
    exercise("sends the argument as a list", { choiceArgument: [bob] }, 500, "/choiceArgument", {
      says: /object/,
    }),
    exercise(
      "encodes the argument twice",
      { choiceArgument: JSON.stringify({ newOwner: bob }) },
      500,
      "/choiceArgument",
      {
        says: /object/,
      },
    ),
    exercise(
      "gives a choice an integer as a number",
      {
        templateId: "#values:Values:Everything",
        contractId: everythingId,
        choice: "Copy",
        choiceArgument: { times: 2 },
      },
      500,
      "/choiceArgument/times",
      {
        says: /"42"/,
      },
    ),
    exercise(
      "gives a choice a fraction",
      {
        templateId: "#values:Values:Everything",
        contractId: everythingId,
        choice: "Copy",
        choiceArgument: { times: "2.0" },
      },
      400,
      "/choiceArgument/times",
      {
        says: /"42"/,
      },
    ),
    // The contract
    exercise("exercises a spent contract", { contractId: spentId }, 404, "/contractId", {
      says: /active contracts/,
    }),
    exercise("exercises an unknown contract", { contractId: nowhere }, 404, "/contractId", {
      says: /active contracts/,
    }),
    exercise(
      "exercises a contract of other parties",
      { contractId: hiddenId },
      404,
      "/contractId",
      {
        says: /active contracts/,
      },
    ),
    exercise(
      "exercises a contract of another template",
      { contractId: counterId },
      400,
      "/contractId",
      {
        says: /template/,
      },
    ),
    exercise(
      "names the other template",
      { templateId: counterName, choice: "Increment", choiceArgument: {} },
      400,
      "/contractId",
      {
        says: /template/,
      },
    ),
    exercise("cuts a contract id", { contractId: contractId.slice(0, 20) }, 400, "/contractId", {
      says: /contract id/i,
    }),
    exercise(
      "sends a contract id shortened with …",
      { contractId: `${contractId.slice(0, 8)}…` },
      400,
      "/contractId",
      {
        says: /contract id/i,
      },
    ),
    exercise("writes a contract id of an old sandbox", { contractId: "#1:0" }, 400, "/contractId", {
      says: /contract id/i,
    }),
    exercise(
      "puts 0x before a contract id",
      { contractId: `0x${contractId}` },
      400,
      "/contractId",
      {
        says: /contract id/i,
      },
    ),
    exercise(
      "writes a contract id in capitals",
      { contractId: contractId.toUpperCase() },
      400,
      "/contractId",
      {
        says: /contract id/i,
      },
    ),
    exercise(
      "leaves a blank after a contract id",
      { contractId: `${contractId} ` },
      400,
      "/contractId",
      {
        says: /contract id/i,
      },
    ),
    exercise("leaves the contract id empty", { contractId: "" }, 400, "/contractId", {
      says: /contract id/i,
    }),
    exercise("sends a contract id as a number", { contractId: 7 }, 400, "/contractId", {
      says: /string/,
    }),
    exercise("sends a contract id as undefined", { contractId: "undefined" }, 400, "/contractId", {
      says: /contract id/i,
    }),
    exercise("sends the contract itself", { contractId: { contractId } }, 400, "/contractId", {
      says: /string/,
    }),
    ...["contractID", "contract_id", "cid", "contract"].map((name) =>
      exercise(
        `names the contract id ${name}`,
        { ...without("contractId"), [name]: contractId },
        400,
        "/contractId",
        { nearest: "contractId" },
      ),
    ),
    exercise(
      "sends an update id in place of a contract id",
      { contractId: world.updateId },
      400,
      "/contractId",
      {
        says: /contract id/i,
      },
    ),
    exercise(
      "sends a key in place of a contract id",
      { ...without("contractId"), contractKey: {} },
      400,
      "/contractId",
      {
        says: /contract/,
      },
    ),
    exercise(
      "lacks the authority of the controller",
      { choice: "Tell", choiceArgument: { listener: bob } },
      400,
      "actAs",
      {
        says: /bob::/,
      },
    ),
    exercise(
      "exercises a choice that throws a TypeError",
      { choice: "Crash", choiceArgument: {} },
      400,
      "",
      {
        says: /message in the cause/,
      },
    ),
    // Keys
    byKey("forgets a field of a key", { contractKey: { owner: alice } }, 400, "/contractKey/name", {
      says: /name/,
    }),
    byKey(
      "misspells a field of a key",
      { contractKey: { owner: alice, nmae: "n" } },
      400,
      "/contractKey/name",
      {
        nearest: "name",
      },
    ),
    byKey("gives a key as text", { contractKey: "n" }, 500, "/contractKey", { says: /object/ }),
    byKey("gives a key as a list", { contractKey: [alice, "n"] }, 500, "/contractKey", {
      says: /object/,
    }),
    byKey(
      "exercises by an unknown key",
      { contractKey: { owner: alice, name: "m" } },
      404,
      "/contractKey",
      {
        says: /key/,
      },
    ),
    byKey(
      "names the party of a key by its hint",
      { contractKey: { owner: "alice", name: "n" } },
      404,
      "/contractKey/owner",
      {
        nearest: alice,
      },
    ),
    byKey(
      "exercises by key on a template without keys",
      { templateId: iouId, choice: "Transfer", choiceArgument: { newOwner: bob } },
      404,
      "/templateId",
      {
        says: /ExerciseCommand/,
      },
    ),
    byKey("forgets the key", without("contractKey"), 400, "/contractKey", {
      says: /contractKey|key/,
    }),
    byKey(
      "writes key for contractKey",
      { ...without("contractKey"), key: { owner: alice, name: "n" } },
      400,
      "/contractKey",
      {
        nearest: "contractKey",
      },
    ),
    byKey("misspells a choice by key", { choice: "Incremnt" }, 400, "/choice", {
      nearest: "Increment",
    }),
    // Create and exercise
    both("misspells a choice after a create", { choice: "Tranfer" }, 400, "/choice", {
      nearest: "Transfer",
    }),
    both(
      "forgets the arguments of a create before a choice",
      without("createArguments"),
      400,
      "/createArguments",
      {
        says: /fields of the contract/,
      },
    ),
    both(
      "misspells a field of a create before a choice",
      { createArguments: { ...iou(world), amount: undefined, amuont: "1" } },
      400,
      "/createArguments/amount",
      {
        nearest: "amount",
      },
    ),
    both(
      "forgets a field of a choice after a create",
      { choiceArgument: {} },
      400,
      "/choiceArgument/newOwner",
      {
        says: /newOwner/,
      },
    ),
    both(
      "misspells the template of a create before a choice",
      { templateId: "#iou:Iou:Iuo" },
      404,
      "/templateId",
      {
        nearest: iouId,
      },
    ),
    both(
      "sends a contract id in a create",
      { createArguments: everything(world) },
      400,
      "/createArguments/issuer",
      {
        says: /issuer/,
      },
    ),
  ];
};
