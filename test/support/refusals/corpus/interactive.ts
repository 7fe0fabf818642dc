import { encodeBase64 } from "../../../../lib/base/values/base64.ts";
import { encodePreparedTransaction } from "../../../../lib/operations/interactive/wire/prepared-transaction-encode.ts";
import { goldenTransaction } from "../../golden-prepared.ts";
import type { Corpus, ExpectedExplanation } from "../broken-request.ts";
import { brokenPosts } from "../broken-requests.ts";
import { commands, create, type Json } from "../valid.ts";

type More = Omit<ExpectedExplanation, "status" | "at">;

/** Incorrect requests about external parties, and about the transactions that they sign. */
export const interactive: Corpus = (world) => {
  const { alice } = world;
  const synchronizer = world.ledger.state.synchronizers[0]?.id ?? "";
  const prepare = brokenPosts("ann", "/v2/interactive-submission/prepare");
  const toPrepare = (parts: Json = {}): Json =>
    commands(world, {
      synchronizerId: "",
      packageIdSelectionPreference: [],
      verboseHashing: false,
      ...parts,
    });
  const prepared = (mistake: string, parts: Json, status: number, at: string, more: More = {}) =>
    prepare(mistake, toPrepare(parts), status, at, more);
  const execute = brokenPosts("ann", "/v2/interactive-submission/execute");
  const signature = {
    format: "SIGNATURE_FORMAT_CONCAT",
    signature: "AAAA",
    signedBy: `1220${"ab".repeat(32)}`,
    signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
  };
  const { transaction, metadata } = goldenTransaction(2);
  const toExecute: Json = {
    preparedTransaction: encodeBase64(
      encodePreparedTransaction({ transaction, metadata: { ...metadata, actAs: [alice] } }),
    ),
    partySignatures: { signatures: [{ party: alice, signatures: [signature] }] },
    deduplicationPeriod: { Empty: {} },
    submissionId: "s",
    hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2",
  };
  const executed = (mistake: string, parts: Json, status: number, at: string, more: More = {}) =>
    execute(mistake, { ...toExecute, ...parts }, status, at, more);
  const signed = (mistake: string, parts: Json, at: string, more: More = {}) =>
    executed(
      mistake,
      {
        partySignatures: {
          signatures: [{ party: alice, signatures: [{ ...signature, ...parts }] }],
        },
      },
      400,
      `/partySignatures/signatures/0/signatures/0${at}`,
      more,
    );
  const generate = brokenPosts("participant_admin", "/v2/parties/external/generate-topology");
  const publicKey = {
    format: "CRYPTO_KEY_FORMAT_RAW",
    keyData: encodeBase64(new Uint8Array(32).fill(7)),
    keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519",
  };
  const topology = (mistake: string, parts: Json, status: number, at: string, more: More = {}) =>
    generate(mistake, { synchronizer, partyHint: "dora", publicKey, ...parts }, status, at, more);
  const key = (mistake: string, parts: Json, at: string, more: More = {}) =>
    topology(mistake, { publicKey: { ...publicKey, ...parts } }, 400, `/publicKey${at}`, more);
  const onboard = brokenPosts("participant_admin", "/v2/parties/external/allocate");

  return [
    // Preparing
    prepared("prepares without commands", { commands: undefined }, 400, "/commands", {
      says: /list/,
    }),
    prepared("prepares nothing", { commands: [] }, 400, "/commands", { says: /list|command/ }),
    prepared("prepares without a command id", { commandId: undefined }, 400, "/commandId", {
      says: /unique for each/,
    }),
    prepared("prepares for no party", { actAs: [] }, 400, "/actAs", { says: /full ids/ }),
    prepared("prepares for a party by its hint", { actAs: ["alice"] }, 404, "/actAs/0", {
      nearest: alice,
    }),
    prepared(
      "forgets the selection of packages",
      { packageIdSelectionPreference: undefined },
      400,
      "/packageIdSelectionPreference",
      { says: /\[\]/ },
    ),
    prepared("forgets the synchronizer", { synchronizerId: undefined }, 400, "/synchronizerId", {
      says: /""|synchronizer/,
    }),
    prepared(
      "names a synchronizer by its alias",
      { synchronizerId: "local" },
      400,
      "/synchronizerId",
      { nearest: synchronizer },
    ),
    prepared("requests details with a text", { verboseHashing: "yes" }, 400, "/verboseHashing", {
      says: /true or false/,
    }),
    prepared(
      "misspells a scheme",
      { hashingSchemeVersion: "HASHING_SCHEME_VERSION_V22" },
      400,
      "/hashingSchemeVersion",
      { nearest: "HASHING_SCHEME_VERSION_V2" },
    ),
    prepared(
      "shortens the name of a scheme",
      { hashingSchemeVersion: "V2" },
      400,
      "/hashingSchemeVersion",
      { nearest: "HASHING_SCHEME_VERSION_V2" },
    ),
    prepared("numbers a scheme", { hashingSchemeVersion: 2 }, 400, "/hashingSchemeVersion", {
      says: /HASHING_SCHEME_VERSION_V2/,
    }),
    prepared(
      "writes a minimum ledger time as text",
      { minLedgerTime: "2024-01-01T00:00:00Z" },
      400,
      "/minLedgerTime",
      { says: /object|time/ },
    ),
    prepared(
      "misspells a template in a command to prepare",
      { commands: [create(world, {}, { templateId: "#iou:Iou:Iuo" })] },
      404,
      "/commands/0/CreateCommand/templateId",
      { nearest: "#iou:Iou:Iou" },
    ),
    prepared(
      "misspells a field in a command to prepare",
      { commands: [create(world, { amount: undefined, amout: "1.0" })] },
      400,
      "/commands/0/CreateCommand/createArguments/amount",
      { nearest: "amount" },
    ),
    prepare("wraps the request in a field", { commands: toPrepare() }, 400, "/commands", {
      says: /top level of the body/,
    }),
    // Executing
    execute("executes nothing", {}, 400, "/preparedTransaction", {
      says: /prepare/,
    }),
    executed(
      "omits the prepared transaction",
      { preparedTransaction: undefined },
      400,
      "/preparedTransaction",
      { says: /prepare/ },
    ),
    executed("forgets the signatures", { partySignatures: undefined }, 400, "/partySignatures", {
      says: /signatures/,
    }),
    executed(
      "sends the prepared transaction as JSON",
      { preparedTransaction: { transaction: {} } },
      400,
      "/preparedTransaction",
      { says: /string|Base64/ },
    ),
    executed(
      "sends the prepared transaction in hex with a prefix",
      { preparedTransaction: "0x0a0b" },
      400,
      "/preparedTransaction",
      { says: /standard Base64/ },
    ),
    executed(
      "sends the prepared transaction in URL-safe Base64",
      { preparedTransaction: "a-_b" },
      400,
      "/preparedTransaction",
      { says: /standard Base64/ },
    ),
    executed(
      "sends other bytes as the prepared transaction",
      { preparedTransaction: encodeBase64(new TextEncoder().encode("not a transaction at all")) },
      400,
      "/preparedTransaction",
      { says: /prepare/ },
    ),
    executed(
      "lists signatures without the record around them",
      { partySignatures: [{ party: alice, signatures: [signature] }] },
      400,
      "/partySignatures",
      { says: /object|"signatures"/ },
    ),
    executed("gives a signature as text", { partySignatures: "AAAA" }, 400, "/partySignatures", {
      says: /object|"signatures"/,
    }),
    executed(
      "omits the scheme",
      { hashingSchemeVersion: undefined },
      400,
      "/hashingSchemeVersion",
      { says: /HASHING_SCHEME_VERSION_V2/ },
    ),
    executed(
      "leaves the scheme unspecified",
      { hashingSchemeVersion: "HASHING_SCHEME_VERSION_UNSPECIFIED" },
      400,
      "/hashingSchemeVersion",
      { says: /HASHING_SCHEME_VERSION_V2/ },
    ),
    executed("leaves the submission id empty", { submissionId: "" }, 400, "/submissionId", {
      says: /unique for each/,
    }),
    executed(
      "misspells preparedTransaction",
      { preparedTransaction: undefined, preparedTransactionn: "AAAA" },
      400,
      "/preparedTransaction",
      { nearest: "preparedTransaction" },
    ),
    signed("signs in an unknown format", { format: "RAW" }, "/format", {
      says: /SIGNATURE_FORMAT_/,
    }),
    signed("shortens the name of a format", { format: "CONCAT" }, "/format", {
      nearest: "SIGNATURE_FORMAT_CONCAT",
    }),
    signed(
      "shortens the name of an algorithm",
      { signingAlgorithmSpec: "ED25519" },
      "/signingAlgorithmSpec",
      { nearest: "SIGNING_ALGORITHM_SPEC_ED25519" },
    ),
    signed(
      "misspells an algorithm",
      { signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED2551" },
      "/signingAlgorithmSpec",
      { nearest: "SIGNING_ALGORITHM_SPEC_ED25519" },
    ),
    signed("sends a signature in URL-safe Base64", { signature: "a-_b" }, "/signature", {
      says: /standard Base64/,
    }),
    // External parties
    topology(
      "forgets the synchronizer of an external party",
      { synchronizer: undefined },
      400,
      "/synchronizer",
      { says: /local::/ },
    ),
    topology(
      "names the synchronizer of an external party by its alias",
      { synchronizer: "local" },
      400,
      "/synchronizer",
      { nearest: synchronizer },
    ),
    topology("forgets the hint of an external party", { partyHint: undefined }, 400, "/partyHint", {
      says: /before ::/,
    }),
    topology(
      "misnames the hint",
      { partyHint: undefined, partyIdHint: "dora" },
      400,
      "/partyHint",
      { nearest: "partyHint" },
    ),
    topology("forgets the key of an external party", { publicKey: undefined }, 400, "/publicKey", {
      says: /keyData/,
    }),
    topology("gives a key as text", { publicKey: publicKey.keyData }, 400, "/publicKey", {
      says: /object|keyData/,
    }),
    key("shortens the name of a key format", { format: "RAW" }, "/format", {
      nearest: "CRYPTO_KEY_FORMAT_RAW",
    }),
    key("uses another name for a kind of key", { keySpec: "ED25519" }, "/keySpec", {
      says: /SIGNING_KEY_SPEC_EC_CURVE25519/,
    }),
    key("shortens the name of a kind of key", { keySpec: "EC_CURVE25519" }, "/keySpec", {
      nearest: "SIGNING_KEY_SPEC_EC_CURVE25519",
    }),
    key("gives a key in hex", { keyData: "zz".repeat(32) }, "/keyData", {
      says: /Base64|bytes|key/,
    }),
    key("gives a key of another length", { keyData: "AAAA" }, "/keyData", { says: /32|key/ }),
    key("gives a key in PEM", { keyData: "-----BEGIN PUBLIC KEY-----" }, "/keyData", {
      says: /Base64/,
    }),
    onboard("onboards without transactions", { synchronizer }, 400, "/onboardingTransactions", {
      says: /generate-topology/,
    }),
    onboard(
      "onboards with a text",
      { synchronizer, onboardingTransactions: "AAAA" },
      400,
      "/onboardingTransactions",
      { says: /array|list/ },
    ),
    onboard(
      "onboards with transactions as texts",
      { synchronizer, onboardingTransactions: ["AAAA"] },
      400,
      "/onboardingTransactions/0",
      { says: /object/ },
    ),
    onboard(
      "onboards without a synchronizer",
      { onboardingTransactions: [{ transaction: "AAAA" }] },
      400,
      "/synchronizer",
      { says: /connected-synchronizers/ },
    ),
  ];
};
