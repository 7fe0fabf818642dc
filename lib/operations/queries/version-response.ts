import type { Ledger } from "../../ledger/port/ledger.ts";
import { type DurationJson, toDurationJson } from "../../views/envelope/duration-json.ts";
import { type Caller, trustedCaller } from "../authorization/caller.ts";
import { requireActiveUser } from "../authorization/claims.ts";
import type { EmptyObject } from "../requests/formats.ts";

/** The API's VersionResponse (rules.yaml S13). */
export interface VersionResponse {
  readonly version: string;
  readonly features: {
    readonly experimental: {
      readonly staticTime: FeatureSupport;
      readonly commandInspectionService: FeatureSupport;
    };
    readonly userManagement: FeatureSupport & {
      readonly maxRightsPerUser: number;
      readonly maxUsersPageSize: number;
    };
    readonly partyManagement: { readonly maxPartiesPageSize: number };
    readonly offsetCheckpoint: { readonly maxOffsetCheckpointEmissionDelay: DurationJson };
    readonly packageFeature: { readonly maxVettedPackagesPageSize: number };
  };
}

interface FeatureSupport {
  readonly supported: boolean;
}

/**
 * Returns the participant version that this ledger emulates, its features, and the limits of its
 * pages. `staticTime` is true if the clock is frozen. Raises UNAUTHENTICATED for a caller without a
 * token (ledger-api.md 7). With `precedence: "participant"` it does not, because a participant
 * returns its version without a token.
 */
export const version = (
  { config, clock }: Ledger,
  _request?: EmptyObject,
  caller: Caller = trustedCaller,
): VersionResponse => {
  if (config.precedence === "specification") requireActiveUser(caller);
  return {
    version: config.version,
    features: {
      experimental: {
        staticTime: { supported: clock.mode === "manual" },
        commandInspectionService: { supported: true },
      },
      userManagement: {
        supported: true,
        maxRightsPerUser: config.maxRightsPerUser,
        maxUsersPageSize: config.maxUsersPageSize,
      },
      partyManagement: { maxPartiesPageSize: config.maxPartiesPageSize },
      offsetCheckpoint: {
        maxOffsetCheckpointEmissionDelay: toDurationJson(
          BigInt(config.maxCheckpointDelaySeconds) * 1_000_000n,
        ),
      },
      packageFeature: { maxVettedPackagesPageSize: config.maxVettedPackagesPageSize },
    },
  };
};
