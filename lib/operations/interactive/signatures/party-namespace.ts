import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import { namespaceOf } from "../../../base/identifiers/identifiers.ts";
import type { SigningKey } from "../../../base/model/signing-keys.ts";
import { decentralizedNamespaceOf } from "../hash/topology-hash.ts";
import type {
  DecentralizedNamespace,
  NamespaceDelegation,
  PartyToParticipant,
  TopologyMapping,
} from "../wire/topology-transaction.ts";

/** The signers of a namespace: any `threshold` of the keys together. */
export interface NamespaceSigners {
  readonly keys: readonly SigningKey[];
  /** 1 … number of keys. */
  readonly threshold: number;
}

/** Maximum number of owners of a namespace that is onboarded with a party. */
const maxOwners = 10;

/**
 * Returns the signers of the hosted party's namespace: its one key, which is a signing key of the
 * hosting or has a delegation by itself; or the owners of a decentralized namespace. Raises
 * INVALID_ARGUMENT for mappings that do not define the namespace completely, and for other
 * mappings.
 */
export const signersOfNamespace = (
  mappings: readonly TopologyMapping[],
  { party, signing }: PartyToParticipant,
): NamespaceSigners => {
  const namespace = namespaceOf(party);
  const delegations = mappings.filter((mapping) => mapping.kind === "namespaceDelegation");
  const [decentralized, ...others] = mappings.filter(
    (mapping) => mapping.kind === "decentralizedNamespace",
  );
  if (others.length > 0) {
    throw refused(`At most one decentralized namespace can be given, not ${others.length + 1}.`);
  }
  for (const delegation of delegations) checkRoot(delegation);
  if (decentralized !== undefined) return ownersOf(decentralized, delegations, namespace);
  if (delegations.length > 1) {
    throw refused(`At most one namespace delegation can be given, not ${delegations.length}.`);
  }
  const [delegation] = delegations;
  if (delegation !== undefined && delegation.namespace !== namespace) {
    throw refused(
      `The namespace delegation is of ${delegation.namespace}, and ${party} is of another namespace.`,
    );
  }
  const key =
    delegation?.targetKey ?? signing?.keys.find(({ fingerprint }) => fingerprint === namespace);
  if (key !== undefined) return { keys: [key], threshold: 1 };
  throw refused(`None of the keys that came is that of the namespace ${namespace}.`);
};

const checkRoot = ({ namespace, targetKey, mayDelegate }: NamespaceDelegation): void => {
  const { fingerprint } = targetKey;
  if (namespace === fingerprint && !mayDelegate) {
    throw refused(`The root delegation of ${namespace} does not let its key sign delegations.`);
  }
  if (namespace === fingerprint) return;
  throw refused(
    `The namespace delegation of ${namespace} is to another key, ${fingerprint}; ` +
      "a party is onboarded with root delegations only.",
  );
};

const ownersOf = (
  { namespace, owners, threshold }: DecentralizedNamespace,
  delegations: readonly NamespaceDelegation[],
  expected: string,
): NamespaceSigners => {
  if (namespace !== expected || namespace !== decentralizedNamespaceOf(owners)) {
    throw refused(
      `The decentralized namespace ${namespace} is that of the party, ${expected}, and follows from ` +
        `its owners, which make ${decentralizedNamespaceOf(owners)}.`,
    );
  }
  const distinct = new Set(owners);
  if (distinct.size > maxOwners) {
    throw refused(
      `A decentralized namespace has at most ${maxOwners} owners, not ${distinct.size}.`,
    );
  }
  if (threshold < 1 || threshold > distinct.size) {
    throw refused(
      `The threshold of the ${distinct.size} owners of the namespace ${namespace} is ${threshold}.`,
    );
  }
  const keys = new Map(delegations.map(({ targetKey }) => [targetKey.fingerprint, targetKey]));
  const ownKeys = [...distinct].map((owner) => {
    const key = keys.get(owner);
    if (key === undefined) {
      throw refused(`The namespace delegation of the owner ${owner} is missing.`);
    }
    return key;
  });
  if (delegations.length === ownKeys.length) return { keys: ownKeys, threshold };
  throw refused("There are namespace delegations that are not of the owners, one each.");
};

const refused = (cause: string): LedgerError => ledgerError("INVALID_ARGUMENT", { cause });
