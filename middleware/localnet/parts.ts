import type { NodeName } from "../../lib/localnet/index.ts";
import type { LedgerApiOptions } from "../served/options.ts";
import {
  type LocalnetHost,
  registryService,
  scanService,
  validatorService,
} from "./localnet-services.ts";
import type { ServiceReply, ServiceRequest } from "./service.ts";

/** What the routers and the `fetch` of a LocalNet need. */
export interface LocalnetParts {
  readonly host: LocalnetHost;
  readonly access: LocalnetAccess;
  readonly fetchLedger: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** Which tokens the participants accept. They limit no lifetime, as those of LocalNet. */
export type LocalnetAccess = Required<Pick<LedgerApiOptions, "auth" | "maxTokenLifetimeSeconds">>;

interface ServiceTarget {
  readonly service: "validator" | "scan" | "registry";
  readonly node: NodeName;
}

/** Passes a request to a service other than the ledger, and returns the answer. Never rejects. */
export const answerService = (
  { host }: LocalnetParts,
  { service, node }: ServiceTarget,
  request: ServiceRequest,
): Promise<ServiceReply> => {
  switch (service) {
    case "scan":
      return scanService(request, host);
    case "registry":
      return registryService(request, host);
    case "validator":
      return validatorService(request, { ...host, validatorParty: host.parties[node] });
  }
};

/** Returns the answer of a gateway to a path that belongs to no service. */
export const notServedReply = (place: string): ServiceReply => ({
  status: 404,
  body: {
    error:
      `LocalNet serves nothing at ${place}. Ports: 2975, 3975, 4975 (JSON Ledger API), 2000, 3000, 4000 ` +
      "(gateways: /api/validator; at scan.localhost:4000 /api/scan and /registry).",
  },
});
