import type { Ledger } from "../../lib/index.ts";
import type { ValidatorNode } from "../../lib/localnet/index.ts";
import type { TokenVerifier } from "../auth/token-verifier.ts";
import type { LocalnetServiceHandler } from "./service.ts";

/** The parts of a LocalNet that its services need. */
export interface LocalnetServiceContext {
  readonly ledger: Ledger;
  readonly parties: LocalnetPartyIds;
  /** Verifies the tokens of the validators' users. */
  readonly verifier: TokenVerifier;
}

/** Party ids of a LocalNet. */
export interface LocalnetPartyIds {
  readonly dso: string;
  readonly sv: string;
  readonly appUser: string;
  readonly appProvider: string;
}

/** A validator of a LocalNet, for its handlers. */
export interface ValidatorServiceContext extends LocalnetServiceContext, ValidatorNode {}

export type LocalnetServiceHandlers<Host> = Readonly<Record<string, LocalnetServiceHandler<Host>>>;

/** The response of the version endpoints. */
const versionReply = { version: "0.6.1", commit_ts: "2026-05-01T00:00:00Z" };

/** Handlers of the endpoints for health checks, which Scan and the validators have. */
export const localnetHealthCheckHandlers: LocalnetServiceHandlers<LocalnetServiceContext> = {
  isReady: () => undefined,
  isLive: () => undefined,
  status: () => ({ success: { id: "localnet", uptime: "PT0S", ports: {}, active: true } }),
  version: () => versionReply,
};

export const getTextOrEmpty = (value: unknown): string => (typeof value === "string" ? value : "");
