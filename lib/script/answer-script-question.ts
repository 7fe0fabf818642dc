import { createInvalidArgumentError } from "../base/errors/argument-error.ts";
import { isLedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import { matchesGrammar, userIdGrammar } from "../base/identifiers/identifier-syntax.ts";
import { areValuesEqual } from "../base/values/equal.ts";
import type {
  ScriptQuestionAnswer,
  ScriptQuestionContent,
  ScriptQuestionKind,
} from "../contracts/daml-lf/script/questions.ts";
import type { ScriptQuestionOfKind } from "../contracts/daml-lf/script/script-machine.ts";
import { performScriptSubmission } from "./perform-script-submission.ts";
import { runAsPromise } from "./run-as-promise.ts";
import type { ContractWithOptionalKey, ScriptParticipant } from "./script-participant.ts";
import { createSecp256k1KeyPair, signSecp256k1 } from "./secp256k1.ts";

/** Questions that control the execution of a script. All other questions go to the participant. */
export type ScriptControlQuestionKind =
  "catchException" | "tryFailureStatus" | "tryCommands" | "throwException" | "failWithStatus";

export type ParticipantScriptQuestionKind = Exclude<ScriptQuestionKind, ScriptControlQuestionKind>;

type PerformerByQuestionKind = {
  readonly [Kind in ParticipantScriptQuestionKind]: (
    content: ScriptQuestionContent<Kind>,
    participant: ScriptParticipant,
  ) => Promise<ScriptQuestionAnswer<Kind>>;
};

/** Returns the answer to a question. Rejects with the participant's error. */
export const answerScriptQuestion = <Kind extends ParticipantScriptQuestionKind>(
  { kind, content }: Pick<ScriptQuestionOfKind<Kind>, "kind" | "content">,
  participant: ScriptParticipant,
): Promise<ScriptQuestionAnswer<Kind>> => {
  const perform: PerformerByQuestionKind[Kind] = performerByQuestionKind[kind];
  return perform(content, participant);
};

const performerByQuestionKind: PerformerByQuestionKind = {
  submit: async (submissions, participant) => {
    const outcomes = [];
    // Submit one after the other: the script library promises this order.
    for (const submission of submissions) {
      outcomes.push(await performScriptSubmission(submission, participant));
    }
    return outcomes;
  },

  activeContracts: ({ parties, template }, participant) =>
    participant.listActiveContracts(parties, template),
  contractById: ({ parties, template, contractId }, participant) =>
    participant.findContractById(parties, template, contractId),
  interfaceViews: ({ parties, interfaceId }, participant) =>
    participant.listInterfaceViews(parties, interfaceId),
  interfaceView: async ({ parties, interfaceId, contractId }, participant) => {
    const views = await participant.listInterfaceViews(parties, interfaceId);
    return views.find((each) => each.contractId === contractId);
  },
  contractByKey: async (content, participant) =>
    (await findContractsWithKey(content, participant))[0],
  contractsByKey: async (content, participant) =>
    (await findContractsWithKey(content, participant)).slice(0, content.limit),

  allocateParty: ({ name, hint, participants }, participant) => {
    const [, ...others] = participants;
    if (others.length > 0) throw severalParticipantsError(participants);
    return participant.allocateParty(choosePartyHint(name, hint, participant));
  },
  listKnownParties: (_, participant) => participant.listParties(),

  getTime: (_, participant) => participant.getTime(),
  setTime: async ({ time }, participant) => {
    await participant.setTime(time);
    return undefined;
  },
  sleep: async ({ micros }, participant) => {
    await participant.sleep(micros);
    return undefined;
  },

  validateUserId: ({ name }) =>
    Promise.resolve(matchesGrammar(userIdGrammar, name) ? undefined : `"${name}" is not a user id`),
  createUser: ({ id, primaryParty, rights }, participant) =>
    ignoreErrorCode("USER_ALREADY_EXISTS", async () => {
      await participant.createUser({ id, primaryParty }, rights);
      return true;
    }).then((isCreated) => isCreated ?? false),
  getUser: ({ id }, participant) =>
    ignoreErrorCode("USER_NOT_FOUND", () => participant.getUser(id)),
  deleteUser: ({ id }, participant) =>
    ignoreErrorCode("USER_NOT_FOUND", async () => {
      await participant.deleteUser(id);
      return true;
    }).then((isDeleted) => isDeleted ?? false),
  listAllUsers: (_, participant) => participant.listUsers(),
  grantUserRights: ({ id, rights }, participant) =>
    ignoreErrorCode("USER_NOT_FOUND", () => participant.grantRights(id, rights)),
  revokeUserRights: ({ id, rights }, participant) =>
    ignoreErrorCode("USER_NOT_FOUND", () => participant.revokeRights(id, rights)),
  listUserRights: ({ id }, participant) =>
    ignoreErrorCode("USER_NOT_FOUND", () => participant.listRights(id)),

  vetPackages: async ({ packages }, participant) => {
    await participant.changeVetting("Vet", packages);
    return undefined;
  },
  unvetPackages: async ({ packages }, participant) => {
    await participant.changeVetting("Unvet", packages);
    return undefined;
  },
  vetDar: ({ dar }) => Promise.reject(vettingByDarError(dar)),
  unvetDar: ({ dar }) => Promise.reject(vettingByDarError(dar)),
  listVettedPackages: (_, participant) => participant.listVettedPackages(),
  listAllPackages: (_, participant) => participant.listPackages(),

  secp256k1Sign: ({ privateKey, message }) =>
    runAsPromise(() => signSecp256k1(privateKey, message, "hashed")),
  secp256k1WithEcdsaSign: ({ privateKey, message }) =>
    runAsPromise(() => signSecp256k1(privateKey, message, "asIs")),
  secp256k1GenerateKeyPair: () => runAsPromise(createSecp256k1KeyPair),
};

/** Returns contracts with this key, newest first. */
const findContractsWithKey = async (
  { parties, template, key }: ScriptQuestionContent<"contractByKey">,
  participant: ScriptParticipant,
): Promise<readonly ContractWithOptionalKey[]> => {
  const held = await participant.listActiveContracts(parties, template);
  return held
    .filter((each) => each.key !== undefined && areValuesEqual(each.key, key.value))
    .reverse();
};

/** Returns the hint for a new party id (daml-script.md 2.7). */
const choosePartyHint = (name: string, hint: string, participant: ScriptParticipant): string => {
  if (hint === "") return participant.createPartyHint(name === "" ? "party" : name);
  if (name === "" || name === hint) return hint;
  throw createInvalidArgumentError({
    expected: `no name, or a name equal to the hint "${hint}"`,
    found: name,
  });
};

const severalParticipantsError = (names: readonly string[]) =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `A party cannot be allocated on several participants (${names.join(", ")}): there is only one participant.`,
  });

const vettingByDarError = (dar: string) =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The packages of ${dar} cannot be vetted by file name. Use a newer script library, which vets packages by name and version.`,
  });

/** Returns the result of `act`, or undefined if it is rejected with this code. The script library handles the error itself. */
const ignoreErrorCode = async <T>(code: string, act: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await act();
  } catch (error) {
    if (isLedgerError(error) && error.code === code) return undefined;
    throw error;
  }
};
