import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import { getNamespace } from "../../../base/identifiers/identifiers.ts";
import type { SigningPublicKey } from "../../../base/model/signing-keys.ts";
import { computeDecentralizedNamespace } from "../hash/topology-hash.ts";
import type {
  DecentralizedNamespace,
  NamespaceDelegation,
  PartyToParticipant,
  TopologyMapping,
} from "../wire/topology-transaction.ts";

/** The keys that sign for a namespace. Signatures by `threshold` of them are enough. */
export interface NamespaceSigningKeys {
  readonly keys: readonly SigningPublicKey[];
  /** 1 … number of keys. */
  readonly threshold: number;
}

/** Maximum number of owners of a namespace that is onboarded with a party. */
const maxOwners = 10;

/**
 * Returns the signers of the hosted party's namespace. For an ordinary namespace it is one key,
 * which is in a namespace delegation or among the signing keys of the hosting. For a decentralized
 * namespace it is the keys of all owners. Raises INVALID_ARGUMENT if the mappings do not define the
 * namespace completely, or contain delegations that it does not need.
 */
export const resolveNamespaceSigners = (
  mappings: readonly TopologyMapping[],
  { party, signing }: PartyToParticipant,
): NamespaceSigningKeys => {
  const namespace = getNamespace(party);
  const delegations = mappings.filter((mapping) => mapping.kind === "namespaceDelegation");
  const [decentralized, ...others] = mappings.filter(
    (mapping) => mapping.kind === "decentralizedNamespace",
  );
  if (others.length > 0) {
    throw invalidNamespaceError(
      `The transactions may contain at most one decentralized namespace, not ${others.length + 1}.`,
    );
  }
  for (const delegation of delegations) checkRoot(delegation);
  if (decentralized !== undefined) {
    return requireNamespaceOwners(decentralized, delegations, namespace);
  }
  if (delegations.length > 1) {
    throw invalidNamespaceError(
      `The transactions may contain at most one namespace delegation, not ${delegations.length}.`,
    );
  }
  const [delegation] = delegations;
  if (delegation !== undefined && delegation.namespace !== namespace) {
    throw invalidNamespaceError(
      `The namespace delegation is for ${delegation.namespace}, but ${party} has another namespace.`,
    );
  }
  const key =
    delegation?.targetKey ?? signing?.keys.find(({ fingerprint }) => fingerprint === namespace);
  if (key !== undefined) return { keys: [key], threshold: 1 };
  throw invalidNamespaceError(
    `No key in the transactions is the key of the namespace ${namespace}.`,
  );
};

const checkRoot = ({ namespace, targetKey, mayDelegate }: NamespaceDelegation): void => {
  const { fingerprint } = targetKey;
  if (namespace === fingerprint && !mayDelegate) {
    throw invalidNamespaceError(
      `The root delegation of ${namespace} must allow its key to sign delegations.`,
    );
  }
  if (namespace === fingerprint) return;
  throw invalidNamespaceError(
    `The namespace delegation of ${namespace} is to another key, ${fingerprint}; ` +
      "only root delegations, to the namespace's own key, can onboard a party.",
  );
};

const requireNamespaceOwners = (
  { namespace, owners, threshold }: DecentralizedNamespace,
  delegations: readonly NamespaceDelegation[],
  expected: string,
): NamespaceSigningKeys => {
  if (namespace !== expected || namespace !== computeDecentralizedNamespace(owners)) {
    throw invalidNamespaceError(
      `The decentralized namespace ${namespace} must be the namespace of the party, ${expected}, and must be computed from ` +
        `its owners, which gives ${computeDecentralizedNamespace(owners)}.`,
    );
  }
  const distinct = new Set(owners);
  if (distinct.size > maxOwners) {
    throw invalidNamespaceError(
      `A decentralized namespace has at most ${maxOwners} owners, not ${distinct.size}.`,
    );
  }
  if (threshold < 1 || threshold > distinct.size) {
    throw invalidNamespaceError(
      `The threshold of the namespace ${namespace} is ${threshold}. It must be from 1 to ${distinct.size}, the number of owners.`,
    );
  }
  const keys = new Map(delegations.map(({ targetKey }) => [targetKey.fingerprint, targetKey]));
  const ownKeys = [...distinct].map((owner) => {
    const key = keys.get(owner);
    if (key === undefined) {
      throw invalidNamespaceError(`The namespace delegation of the owner ${owner} is missing.`);
    }
    return key;
  });
  if (delegations.length === ownKeys.length) return { keys: ownKeys, threshold };
  throw invalidNamespaceError(
    "There must be exactly one namespace delegation for each owner, and no other.",
  );
};

const invalidNamespaceError = (cause: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause });
