import type { LedgerApiOptions } from "../served/options.ts";
import type { LocalnetServiceContext } from "./localnet-service-context.ts";
import { tokenRegistryService } from "./registry-service.ts";
import { isJsonApiPort, localnetPorts, type LocalnetServiceTarget } from "./route.ts";
import { spliceScanService } from "./scan-service.ts";
import {
  createServiceFailureReply,
  type LocalnetServiceReply,
  type LocalnetServiceRequest,
} from "./service.ts";
import { validatorService } from "./validator-service.ts";

/** The data that the routers and the `fetch` of a LocalNet need. */
export interface LocalnetRoutingContext {
  readonly host: LocalnetServiceContext;
  readonly access: LocalnetTokenSettings;
  readonly fetchLedger: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** Token settings of the participants. Token lifetime is unlimited, as on LocalNet. */
export type LocalnetTokenSettings = Required<
  Pick<LedgerApiOptions, "auth" | "maxTokenLifetimeSeconds">
>;

/** A service of Splice at a node. */
interface SpliceServiceTarget extends Pick<LocalnetServiceTarget, "node"> {
  readonly service: Exclude<LocalnetServiceTarget["service"], "ledger">;
}

/**
 * Passes a request to a service other than the ledger, and returns the answer. First waits until automation
 * has done everything that is due by the clock. Never rejects.
 */
export const answerSpliceServiceRequest = async (
  { host }: LocalnetRoutingContext,
  { service, node }: SpliceServiceTarget,
  request: LocalnetServiceRequest,
): Promise<LocalnetServiceReply> => {
  try {
    await host.ledger.settled();
  } catch (error) {
    return createServiceFailureReply(error);
  }
  switch (service) {
    case "scan":
      return spliceScanService(request, host);
    case "registry":
      return tokenRegistryService(request, host);
    case "validator":
      return validatorService(request, { ...host, validatorParty: host.parties[node] });
  }
};

const [ledgerPorts, gatewayPorts] = [
  localnetPorts.filter(isJsonApiPort),
  localnetPorts.filter((port) => !isJsonApiPort(port)),
].map((ports) => ports.join(", "));

/** Returns the answer of a gateway to a path that belongs to no service. */
export const createPathNotServedReply = (place: string): LocalnetServiceReply => ({
  status: 404,
  body: {
    error:
      `LocalNet serves nothing at ${place}. Ports: ${ledgerPorts} (JSON Ledger API), ${gatewayPorts} ` +
      "(/api/validator; at scan.localhost:4000 /api/scan and /registry).",
  },
});
