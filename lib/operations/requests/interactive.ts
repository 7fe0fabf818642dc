import type { PackageId, Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type {
  CommandInput,
  DeduplicationPeriodInput,
  DisclosedContractInput,
  DurationInput,
  PrefetchContractKeyInput,
} from "./commands.ts";
import type { EmptyObject, TransactionFormatInput } from "./formats.ts";

/** The version of the hashing scheme for prepared transactions. */
export type HashingSchemeInput =
  "HASHING_SCHEME_VERSION_UNSPECIFIED" | "HASHING_SCHEME_VERSION_V2" | "HASHING_SCHEME_VERSION_V3";

/** The earliest acceptable ledger time. */
export interface MinLedgerTimeInput {
  readonly time?:
    | { readonly MinLedgerTimeAbs: { readonly value: string } }
    | { readonly MinLedgerTimeRel: { readonly value: DurationInput } }
    | { readonly Empty: EmptyObject };
}

/** Commands to prepare as a transaction for external parties to sign. */
export interface PrepareSubmissionRequest {
  readonly commandId: string;
  readonly commands: readonly CommandInput[];
  /** At least one. */
  readonly actAs: readonly Party[];
  readonly readAs?: readonly Party[];
  /** Default: the caller. */
  readonly userId?: string;
  readonly minLedgerTime?: MinLedgerTimeInput | null;
  readonly disclosedContracts?: readonly DisclosedContractInput[];
  readonly synchronizerId?: SynchronizerId;
  readonly packageIdSelectionPreference?: readonly PackageId[];
  /** True if the response includes the component hashes. */
  readonly verboseHashing?: boolean;
  readonly prefetchContractKeys?: readonly PrefetchContractKeyInput[];
  /** ISO 8601. */
  readonly maxRecordTime?: string | null;
  readonly estimateTrafficCost?: {
    readonly disabled?: boolean;
    readonly expectedSignatures?: readonly string[];
  } | null;
  readonly hashingSchemeVersion?: HashingSchemeInput | null;
  readonly tapsMaxPasses?: number;
}

/** A prepared transaction with the signatures of its parties. */
export interface ExecuteSubmissionRequest {
  /** Base64 of the prepared transaction, unchanged. */
  readonly preparedTransaction: string;
  readonly partySignatures: {
    readonly signatures: readonly {
      readonly party: Party;
      readonly signatures: readonly SignatureInput[];
    }[];
  };
  readonly submissionId: string;
  readonly hashingSchemeVersion: HashingSchemeInput;
  /** Default: the caller. */
  readonly userId?: string;
  readonly deduplicationPeriod?: DeduplicationPeriodInput | null;
  readonly minLedgerTime?: MinLedgerTimeInput | null;
}

/** Like {@link ExecuteSubmissionRequest}, with the format of the transaction in the response. */
export interface ExecuteSubmissionAndWaitForTransactionRequest extends ExecuteSubmissionRequest {
  /** Default: the ACS delta that the acting parties see. */
  readonly transactionFormat?: TransactionFormatInput | null;
}

/** A signature: its bytes, format, algorithm and key. */
export interface SignatureInput {
  /** `SIGNATURE_FORMAT_CONCAT`, `SIGNATURE_FORMAT_DER` and so on. */
  readonly format: string;
  /** Base64. */
  readonly signature: string;
  /** The fingerprint of the key. */
  readonly signedBy: string;
  /** `SIGNING_ALGORITHM_SPEC_ED25519` and so on. */
  readonly signingAlgorithmSpec: string;
}

/** A public key: its bytes, format and kind. */
export interface SigningPublicKeyInput {
  /** `CRYPTO_KEY_FORMAT_RAW` and so on. */
  readonly format: string;
  /** Base64. */
  readonly keyData: string;
  /** `SIGNING_KEY_SPEC_EC_CURVE25519` and so on. */
  readonly keySpec: string;
}

/** The body of `POST /v2/parties/external/generate-topology`. */
export interface GenerateExternalPartyTopologyRequest {
  readonly synchronizer: SynchronizerId;
  readonly partyHint: string;
  readonly publicKey: SigningPublicKeyInput;
  readonly localParticipantObservationOnly?: boolean;
  readonly otherConfirmingParticipantUids?: readonly string[];
  readonly confirmationThreshold?: number;
  readonly observingParticipantUids?: readonly string[];
}

/** The body of `POST /v2/parties/external/allocate`: topology transactions with their signatures. */
export interface AllocateExternalPartyRequest {
  readonly synchronizer: SynchronizerId;
  readonly onboardingTransactions: readonly {
    /** Base64. */
    readonly transaction: string;
    readonly signatures?: readonly SignatureInput[];
  }[];
  readonly multiHashSignatures?: readonly SignatureInput[];
  readonly identityProviderId?: string;
  readonly waitForAllocation?: boolean;
  /** The user that gets the right CanActAs for the party. */
  readonly userId?: string;
}

/** Identifies the party and the synchronizer. */
export interface PartyKeysRequest {
  readonly synchronizer: SynchronizerId;
  readonly party: Party;
}

/** The hash that an external party signed. */
export interface CompletionByHashRequest {
  /** Base64. */
  readonly transactionHash: string;
}
