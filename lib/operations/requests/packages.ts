import type { PackageId, Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { PageRequest } from "./administration.ts";
import type { EmptyObject } from "./formats.ts";

/** Identifies a package by its id. */
export interface PackageRequest {
  readonly packageId: PackageId;
}

export interface ListVettedPackagesRequest extends PageRequest {
  /** Packages in either of the lists; all if both are empty. */
  readonly packageMetadataFilter?: {
    readonly packageIds?: readonly PackageId[];
    readonly packageNamePrefixes?: readonly string[];
  } | null;
  readonly topologyStateFilter?: {
    readonly participantIds?: readonly string[];
    readonly synchronizerIds?: readonly SynchronizerId[];
  } | null;
}

/** The vetting changes on a synchronizer. */
export interface UpdateVettedPackagesRequest {
  readonly changes: readonly { readonly operation?: VettingOperationInput }[];
  /** If true, returns the result of the changes without making them. */
  readonly dryRun?: boolean;
  /** Optional if there is only one synchronizer. */
  readonly synchronizerId?: SynchronizerId | null;
  /** The serial that the client expects. If the current serial differs, the change is refused. */
  readonly expectedTopologySerial?: { readonly serial?: PriorTopologySerialInput } | null;
  readonly updateVettedPackagesForceFlags?: readonly (
    | "UPDATE_VETTED_PACKAGES_FORCE_FLAG_UNSPECIFIED"
    | "UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_VET_INCOMPATIBLE_UPGRADES"
    | "UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_UNVETTED_DEPENDENCIES"
  )[];
}

/** A vetting operation in a request: an object with one key, `Vet`, `Unvet` or `Empty`. */
export type VettingOperationInput =
  | { readonly Vet: { readonly value: VetInput } }
  | { readonly Unvet: { readonly value: { readonly packages: readonly PackageRefInput[] } } }
  | { readonly Empty: EmptyObject };

interface VetInput {
  readonly packages: readonly PackageRefInput[];
  /** ISO 8601. */
  readonly newValidFromInclusive?: string | null;
  /** ISO 8601. */
  readonly newValidUntilExclusive?: string | null;
}

/**
 * Refers to packages: the package with the id, the packages with the name, or those with the name
 * and version.
 */
export interface PackageRefInput {
  readonly packageId?: PackageId;
  readonly packageName?: string;
  readonly packageVersion?: string;
}

/** The expected topology serial in a request. */
export type PriorTopologySerialInput =
  | { readonly Prior: { readonly value: number } }
  | { readonly NoPrior: EmptyObject }
  | { readonly Empty: EmptyObject };

interface SynchronizerAndTime {
  /** Default: any synchronizer. */
  readonly synchronizerId?: SynchronizerId;
  /** ISO 8601; default: now. */
  readonly vettingValidAt?: string | null;
}

/** Package names to select a version of, the parties that need them, and the time. */
export interface GetPreferredPackagesRequest extends SynchronizerAndTime {
  readonly packageVettingRequirements: readonly {
    readonly parties: readonly Party[];
    readonly packageName: string;
  }[];
}

/** A package name to select a version of, the parties that need it, and the time. */
export interface GetPreferredPackageVersionRequest extends SynchronizerAndTime {
  readonly packageName: string;
  readonly parties?: readonly Party[];
}
