import type { LedgerApiOptions } from "../served/options.ts";
import type { LocalnetHost } from "./localnet-host.ts";
import { registryService } from "./registry-service.ts";
import { isJsonApiPort, localnetPorts, type ServiceTarget } from "./route.ts";
import { scanService } from "./scan-service.ts";
import { serviceFailureReply, type ServiceReply, type ServiceRequest } from "./service.ts";
import { validatorService } from "./validator-service.ts";

/** The data that the routers and the `fetch` of a LocalNet need. */
export interface LocalnetParts {
  readonly host: LocalnetHost;
  readonly access: LocalnetTokenSettings;
  readonly fetchLedger: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** Token settings of the participants. Token lifetime is unlimited, as on LocalNet. */
export type LocalnetTokenSettings = Required<
  Pick<LedgerApiOptions, "auth" | "maxTokenLifetimeSeconds">
>;

/** A service of Splice at a node. */
interface SpliceServiceTarget extends Pick<ServiceTarget, "node"> {
  readonly service: Exclude<ServiceTarget["service"], "ledger">;
}

/**
 * Passes a request to a service other than the ledger, and returns the answer. First waits until automation
 * has done everything that is due by the clock. Never rejects.
 */
export const answerService = async (
  { host }: LocalnetParts,
  { service, node }: SpliceServiceTarget,
  request: ServiceRequest,
): Promise<ServiceReply> => {
  try {
    await host.ledger.settled();
  } catch (error) {
    return serviceFailureReply(error);
  }
  switch (service) {
    case "scan":
      return scanService(request, host);
    case "registry":
      return registryService(request, host);
    case "validator":
      return validatorService(request, { ...host, validatorParty: host.parties[node] });
  }
};

const [ledgerPorts, gatewayPorts] = [
  localnetPorts.filter(isJsonApiPort),
  localnetPorts.filter((port) => !isJsonApiPort(port)),
].map((ports) => ports.join(", "));

/** Returns the answer of a gateway to a path that belongs to no service. */
export const notServedReply = (place: string): ServiceReply => ({
  status: 404,
  body: {
    error:
      `LocalNet serves nothing at ${place}. Ports: ${ledgerPorts} (JSON Ledger API), ${gatewayPorts} ` +
      "(/api/validator; at scan.localhost:4000 /api/scan and /registry).",
  },
});
