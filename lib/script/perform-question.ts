import { invalidArgument } from "../base/errors/argument-error.ts";
import { isLedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import { fits, userIdString } from "../base/identifiers/identifier-syntax.ts";
import { equalValues } from "../base/values/equal.ts";
import type { Asks, Gets, QuestionKind } from "../contracts/daml-lf/script/questions.ts";
import type { QuestionOf } from "../contracts/daml-lf/script/script-machine.ts";
import { performSubmission } from "./perform-submission.ts";
import { runAsPromise } from "./run-as-promise.ts";
import type { HeldContract, ScriptParticipant } from "./script-participant.ts";
import { newKeyPair, sign } from "./secp256k1.ts";

/** Questions that control the execution of a script. All other questions go to the participant. */
export type InnerKind =
  "catchException" | "tryFailureStatus" | "tryCommands" | "throwException" | "failWithStatus";

export type PutQuestion = Exclude<QuestionKind, InnerKind>;

type Performers = {
  readonly [Kind in PutQuestion]: (
    asks: Asks<Kind>,
    participant: ScriptParticipant,
  ) => Promise<Gets<Kind>>;
};

/** Returns the answer to a question. Rejects with the participant's error. */
export const performQuestion = <Kind extends PutQuestion>(
  { kind, asks }: Pick<QuestionOf<Kind>, "kind" | "asks">,
  participant: ScriptParticipant,
): Promise<Gets<Kind>> => {
  const perform: Performers[Kind] = performers[kind];
  return perform(asks, participant);
};

const performers: Performers = {
  submit: async (submissions, participant) => {
    const outcomes = [];
    // Submit one after the other: the script library promises this order.
    for (const submission of submissions) {
      outcomes.push(await performSubmission(submission, participant));
    }
    return outcomes;
  },

  activeContracts: ({ parties, template }, participant) =>
    participant.activeContracts(parties, template),
  contractById: ({ parties, template, contractId }, participant) =>
    participant.contractById(parties, template, contractId),
  interfaceViews: ({ parties, interfaceId }, participant) =>
    participant.interfaceViews(parties, interfaceId),
  interfaceView: async ({ parties, interfaceId, contractId }, participant) => {
    const views = await participant.interfaceViews(parties, interfaceId);
    return views.find((each) => each.contractId === contractId);
  },
  contractByKey: async (asks, participant) => (await withKey(asks, participant))[0],
  contractsByKey: async (asks, participant) =>
    (await withKey(asks, participant)).slice(0, asks.limit),

  allocateParty: ({ name, hint, participants }, participant) => {
    const [, ...others] = participants;
    if (others.length > 0) throw severalParticipants(participants);
    return participant.allocateParty(chosenHint(name, hint, participant));
  },
  listKnownParties: (_, participant) => participant.parties(),

  getTime: (_, participant) => participant.now(),
  setTime: async ({ time }, participant) => {
    await participant.setTime(time);
    return undefined;
  },
  sleep: async ({ micros }, participant) => {
    await participant.sleep(micros);
    return undefined;
  },

  validateUserId: ({ name }) =>
    Promise.resolve(fits(userIdString, name) ? undefined : `"${name}" is not a user id`),
  createUser: ({ id, primaryParty, rights }, participant) =>
    unless("USER_ALREADY_EXISTS", async () => {
      await participant.createUser({ id, primaryParty }, rights);
      return true;
    }).then((isCreated) => isCreated ?? false),
  getUser: ({ id }, participant) => unless("USER_NOT_FOUND", () => participant.user(id)),
  deleteUser: ({ id }, participant) =>
    unless("USER_NOT_FOUND", async () => {
      await participant.deleteUser(id);
      return true;
    }).then((isDeleted) => isDeleted ?? false),
  listAllUsers: (_, participant) => participant.users(),
  grantUserRights: ({ id, rights }, participant) =>
    unless("USER_NOT_FOUND", () => participant.grantRights(id, rights)),
  revokeUserRights: ({ id, rights }, participant) =>
    unless("USER_NOT_FOUND", () => participant.revokeRights(id, rights)),
  listUserRights: ({ id }, participant) => unless("USER_NOT_FOUND", () => participant.rights(id)),

  vetPackages: async ({ packages }, participant) => {
    await participant.changeVetting("Vet", packages);
    return undefined;
  },
  unvetPackages: async ({ packages }, participant) => {
    await participant.changeVetting("Unvet", packages);
    return undefined;
  },
  vetDar: ({ dar }) => Promise.reject(byDar(dar)),
  unvetDar: ({ dar }) => Promise.reject(byDar(dar)),
  listVettedPackages: (_, participant) => participant.vettedPackages(),
  listAllPackages: (_, participant) => participant.packages(),

  secp256k1Sign: ({ privateKey, message }) =>
    runAsPromise(() => sign(privateKey, message, "hashed")),
  secp256k1WithEcdsaSign: ({ privateKey, message }) =>
    runAsPromise(() => sign(privateKey, message, "asIs")),
  secp256k1GenerateKeyPair: () => runAsPromise(newKeyPair),
};

/** Returns contracts with this key, newest first. */
const withKey = async (
  { parties, template, key }: Asks<"contractByKey">,
  participant: ScriptParticipant,
): Promise<readonly HeldContract[]> => {
  const held = await participant.activeContracts(parties, template);
  return held
    .filter((each) => each.key !== undefined && equalValues(each.key, key.value))
    .reverse();
};

/** Returns the hint for a new party id (daml-script.md 2.7). */
const chosenHint = (name: string, hint: string, participant: ScriptParticipant): string => {
  if (hint === "") return participant.freshHint(name === "" ? "party" : name);
  if (name === "" || name === hint) return hint;
  throw invalidArgument({
    expected: `a name that is the hint, which is "${hint}", or none`,
    found: name,
  });
};

const severalParticipants = (names: readonly string[]) =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `A party cannot be allocated on several participants (${names.join(", ")}): there is one.`,
  });

const byDar = (dar: string) =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The packages of ${dar} cannot be vetted by the name of a file; newer libraries vet by name and version.`,
  });

/** Returns undefined if the call is rejected with this code, which the script library handles itself. */
const unless = async <T>(code: string, act: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await act();
  } catch (error) {
    if (isLedgerError(error) && error.code === code) return undefined;
    throw error;
  }
};
