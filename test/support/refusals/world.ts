import { createIdentityProvider, createUser, submitAndWait } from "../../../lib/api.ts";
import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import type { LedgerApiOptions } from "../../../middleware/index.ts";
import { type IouLedger, iouLedger } from "../iou-ledger.ts";
import { iouPackage } from "../iou-package.ts";
import type { Json } from "../json.ts";
import { keyEntry, keySetsInMemory } from "../key-sets.ts";
import { createdOn } from "../rich-requests.ts";
import { p256Keys, scopeClaims, secret, signedToken } from "../tokens.ts";
import { untyped } from "../untyped.ts";
import { Everything, everythingOf, valuesPackage } from "../values-package.ts";

/** A ledger with parties, users of all kinds, and contracts, to which the tests send broken requests. */
export interface World extends IouLedger {
  /** An IOU of alice, visible to bob. */
  readonly contractId: string;
  /** An archived IOU of alice. */
  readonly spentId: string;
  /** An IOU of carol, visible to no other party. */
  readonly hiddenId: string;
  /** A counter of alice, named `n`. */
  readonly counterId: string;
  /** A contract of alice with a value of every kind. */
  readonly everythingId: string;
  /** The id of the newest update. */
  readonly updateId: string;
  readonly offset: number;
  readonly options: LedgerApiOptions;
}

export const issuer = "https://login.example.com";
/** The audience of tokens of the identity provider. */
export const audience = "https://ledger.example.com";

const right = (kind: string, value: object = {}) => ({ kind: { [kind]: { value } } });

/** Creates this ledger with the users of {@link addUsers} and the contracts of {@link addContracts}. */
export const refusalWorld = async (): Promise<World> => {
  const served = await iouLedger({
    packages: [iouPackage, valuesPackage],
    daml: createDamlLoader(),
  });
  await addUsers(served);
  const contracts = await addContracts(served);
  const { served: keySets, fetchKeys } = keySetsInMemory();
  keySets.set(`${issuer}/keys`, { keys: [keyEntry(p256Keys, "p256")] });
  return { ...served, ...contracts, options: { auth: { hs256Secret: secret }, fetchKeys } };
};

/**
 * - `ann` acts as alice and reads as bob, `ben` acts as bob, `rita` reads as alice, `ed` executes as alice
 * - `watcher` reads as any party, `plain` has no rights, `gone` is deactivated
 * - `participant_admin` administers all, `warden` the identity provider `company`, whose user is `carl`
 */
const addUsers = async ({ ledger, alice, bob }: IouLedger): Promise<void> => {
  const identityProviderId = "company";
  await createIdentityProvider(ledger, {
    identityProviderConfig: { identityProviderId, issuer, jwksUrl: `${issuer}/keys`, audience },
  });
  const user = (id: string, rights: readonly object[], more: object = {}) =>
    createUser(ledger, { user: { id, ...more }, rights });
  await user("ann", [right("CanActAs", { party: alice }), right("CanReadAs", { party: bob })]);
  await user("ben", [right("CanActAs", { party: bob })]);
  await user("rita", [right("CanReadAs", { party: alice })]);
  await user("ed", [right("CanExecuteAs", { party: alice })]);
  await user("watcher", [right("CanReadAsAnyParty")]);
  await user("plain", []);
  await user("gone", [], { isDeactivated: true });
  await user("warden", [right("IdentityProviderAdmin")], { identityProviderId });
  await user("carl", [right("CanActAs", { party: alice })], { identityProviderId });
};

const addContracts = async ({ ledger, alice, bob, carol }: IouLedger) => {
  const iou = { issuer: alice, owner: alice, amount: "1.0", watchers: [bob] };
  const carols = { ...iou, issuer: carol, owner: carol, watchers: [] };
  const created = (party: string, entity: string, createArguments: Json) =>
    createdOn(ledger, party, {
      CreateCommand: { templateId: `#iou:Iou:${entity}`, createArguments },
    });
  const byAnn = (commandId: string, command: object) =>
    submitAndWait(
      ledger,
      untyped({ commands: [command], commandId, actAs: [alice], userId: "ann" }),
    );
  const templateId = "#iou:Iou:Iou";
  const { contractId: spentId } = await created(alice, "Iou", iou);
  const archive = { choice: "Archive", choiceArgument: {} };
  await byAnn("spend", { ExerciseCommand: { templateId, contractId: spentId, ...archive } });
  const { contractId: hiddenId } = await created(carol, "Iou", carols);
  const counter = await created(alice, "Counter", { owner: alice, name: "n", count: "0" });
  const everything = await ledger.submit({ actAs: alice, commands: everythingOf(alice) });
  await byAnn(takenId, { CreateCommand: { templateId, createArguments: iou } });
  return {
    spentId,
    hiddenId,
    counterId: counter.contractId,
    everythingId: everything.created(Everything)[0]?.contractId ?? "",
    ...(await created(alice, "Iou", iou)),
  };
};

/** The id of a command that ann has submitted for alice. */
export const takenId = "taken";

/** Returns the headers of a request of this user, as authenticated by the host. */
export const as = (userId: string): Readonly<Record<string, string>> =>
  bearer(signedToken(scopeClaims(userId)));

export const bearer = (token: string): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
});
