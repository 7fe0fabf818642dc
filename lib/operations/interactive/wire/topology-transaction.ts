import type { ParticipantId, Party } from "../../../base/identifiers/identifiers.ts";
import type { SigningKey } from "../../../base/model/signing-keys.ts";
import type { ParticipantPermission } from "../../../base/model/update.ts";

/** What an external party signs to be hosted (interactive-submission.md 10). */
export interface TopologyTransaction {
  /** Removing is not among what onboarding may do. */
  readonly operation: "addReplace" | "remove";
  /** 1 for what is new. */
  readonly serial: number;
  readonly mapping: TopologyMapping;
}

export type TopologyMapping =
  NamespaceDelegation | DecentralizedNamespace | PartyToParticipant | PartyToKeyMapping;

/** A key that may sign for a namespace; the root key signs for its own. */
export interface NamespaceDelegation {
  readonly kind: "namespaceDelegation";
  /** A fingerprint. */
  readonly namespace: string;
  readonly targetKey: SigningKey;
  /** Whether the key may sign delegations in turn, as a root key must. */
  readonly mayDelegate: boolean;
}

/** A namespace that several others sign for together; its name follows from theirs. */
export interface DecentralizedNamespace {
  readonly kind: "decentralizedNamespace";
  /** A fingerprint. */
  readonly namespace: string;
  /** As it is claimed: it may be any number. */
  readonly threshold: number;
  /** Fingerprints. */
  readonly owners: readonly string[];
}

/** Which participants host a party, how many have to confirm for it, and who signs for it. */
export interface PartyToParticipant {
  readonly kind: "partyToParticipant";
  readonly party: Party;
  readonly threshold: number;
  readonly hosts: readonly PartyHost[];
  readonly signing?: KeysAndThreshold;
}

/** The older way to say who signs for a party. */
export interface PartyToKeyMapping {
  readonly kind: "partyToKeyMapping";
  readonly party: Party;
  readonly signing: KeysAndThreshold;
}

export interface PartyHost {
  readonly participantId: ParticipantId;
  readonly permission: ParticipantPermission;
}

/** As they are claimed: the threshold may be any number. */
export interface KeysAndThreshold {
  readonly keys: readonly SigningKey[];
  readonly threshold: number;
}
