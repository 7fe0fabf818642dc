import type { PackageId, Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { PageRequest } from "./administration.ts";
import type { Nothing } from "./formats.ts";

/** Which package, by its id. */
export interface PackageRequest {
  readonly packageId: PackageId;
}

export interface ListVettedPackagesRequest extends PageRequest {
  /** Packages that either of the lists names; all when both are empty. */
  readonly packageMetadataFilter?: {
    readonly packageIds?: readonly PackageId[];
    readonly packageNamePrefixes?: readonly string[];
  } | null;
  readonly topologyStateFilter?: {
    readonly participantIds?: readonly string[];
    readonly synchronizerIds?: readonly SynchronizerId[];
  } | null;
}

/** What to vet and unvet on a synchronizer. */
export interface UpdateVettedPackagesRequest {
  readonly changes: readonly { readonly operation?: VettingOperationInput }[];
  /** Whether only to tell what would be. */
  readonly dryRun?: boolean;
  /** May be left out while there is only one. */
  readonly synchronizerId?: SynchronizerId | null;
  /** What the serial has to be, for the change to be made. */
  readonly expectedTopologySerial?: { readonly serial?: PriorSerialInput } | null;
  readonly updateVettedPackagesForceFlags?: readonly (
    | "UPDATE_VETTED_PACKAGES_FORCE_FLAG_UNSPECIFIED"
    | "UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_VET_INCOMPATIBLE_UPGRADES"
    | "UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_UNVETTED_DEPENDENCIES"
  )[];
}

/** Vets or unvets packages, as clients may write it: one key that says which. */
export type VettingOperationInput =
  | { readonly Vet: { readonly value: VetInput } }
  | { readonly Unvet: { readonly value: { readonly packages: readonly PackageRefInput[] } } }
  | { readonly Empty: Nothing };

interface VetInput {
  readonly packages: readonly PackageRefInput[];
  /** ISO 8601. */
  readonly newValidFromInclusive?: string | null;
  /** ISO 8601. */
  readonly newValidUntilExclusive?: string | null;
}

/** The package with the id, or all with the name, or that of them with the version. */
export interface PackageRefInput {
  readonly packageId?: PackageId;
  readonly packageName?: string;
  readonly packageVersion?: string;
}

/** Which change of topology a vetting follows, as clients may write it. */
export type PriorSerialInput =
  | { readonly Prior: { readonly value: number } }
  | { readonly NoPrior: Nothing }
  | { readonly Empty: Nothing };

interface PlaceAndTime {
  /** Any when absent. */
  readonly synchronizerId?: SynchronizerId;
  /** ISO 8601; the present when absent. */
  readonly vettingValidAt?: string | null;
}

/** For which package names and parties, at which time. */
export interface GetPreferredPackagesRequest extends PlaceAndTime {
  readonly packageVettingRequirements: readonly {
    readonly parties: readonly Party[];
    readonly packageName: string;
  }[];
}

/** For which package name and parties, at which time. */
export interface GetPreferredPackageVersionRequest extends PlaceAndTime {
  readonly packageName: string;
  readonly parties?: readonly Party[];
}
