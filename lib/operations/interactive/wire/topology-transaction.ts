import type { ParticipantId, Party } from "../../../base/identifiers/identifiers.ts";
import type { SigningPublicKey } from "../../../base/model/signing-keys.ts";
import type { ParticipantPermission } from "../../../base/model/update.ts";

/**
 * A topology transaction that an external party signs so that participants host it
 * (interactive-submission.md 10).
 */
export interface TopologyTransaction {
  /** Onboarding refuses `remove`. */
  readonly operation: "addReplace" | "remove";
  /** 1 for a new mapping. */
  readonly serial: number;
  readonly mapping: TopologyMapping;
}

export type TopologyMapping =
  NamespaceDelegation | DecentralizedNamespace | PartyToParticipant | PartyToKeyMapping;

/** Allows a key to sign for a namespace. The root key delegates to itself. */
export interface NamespaceDelegation {
  readonly kind: "namespaceDelegation";
  /** A fingerprint. */
  readonly namespace: string;
  readonly targetKey: SigningPublicKey;
  /** True if the key may sign further delegations, which a root key must. */
  readonly mayDelegate: boolean;
}

/**
 * A namespace that several other namespaces own together. Its fingerprint is computed from theirs.
 */
export interface DecentralizedNamespace {
  readonly kind: "decentralizedNamespace";
  /** A fingerprint. */
  readonly namespace: string;
  /** The threshold that the message states. It is not checked and may be any number. */
  readonly threshold: number;
  /** Fingerprints. */
  readonly owners: readonly string[];
}

/**
 * The participants that host a party, the number of participants that must confirm its transactions
 * (`threshold`), and its signing keys.
 */
export interface PartyToParticipant {
  readonly kind: "partyToParticipant";
  readonly party: Party;
  readonly threshold: number;
  readonly hosts: readonly PartyHostingParticipant[];
  readonly signing?: SigningKeysAndThreshold;
}

/** The older mapping for the signing keys of a party. */
export interface PartyToKeyMapping {
  readonly kind: "partyToKeyMapping";
  readonly party: Party;
  readonly signing: SigningKeysAndThreshold;
}

export interface PartyHostingParticipant {
  readonly participantId: ParticipantId;
  readonly permission: ParticipantPermission;
}

/**
 * The keys and the threshold that a message states. The threshold is not checked and may be any
 * number.
 */
export interface SigningKeysAndThreshold {
  readonly keys: readonly SigningPublicKey[];
  readonly threshold: number;
}
