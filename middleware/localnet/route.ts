import { type LocalnetNodeName, localNetNodes } from "../../lib/localnet/index.ts";

/** The service of a LocalNet that a request is for, and the path below the base path of that service. */
export interface LocalnetServiceTarget {
  readonly service: "ledger" | "validator" | "scan" | "registry";
  readonly node: LocalnetNodeName;
  readonly path: string;
}

/**
 * The address that a client sent a request to: LocalNet's port (even if the server listens on another one),
 * and the name in the Host header.
 */
export interface LocalnetRequestAddress {
  /** 0 for a request to an address that has no port of a LocalNet. */
  readonly port: number;
  /** Without the port, such as `scan.localhost`. */
  readonly host: string;
  readonly path: string;
}

const nodeNames = Object.keys(localNetNodes) as readonly LocalnetNodeName[];

const nodeNameByPortPrefix: ReadonlyMap<number, LocalnetNodeName> = new Map(
  nodeNames.map((name) => [localNetNodes[name].portPrefix, name]),
);

/** The ports of a LocalNet: a JSON Ledger API, a validator and a gateway for each node. */
export const localnetPorts: readonly number[] = nodeNames.flatMap((name) => {
  const base = localNetNodes[name].portPrefix * 1000;
  return [base, base + 903, base + 975];
});

/** Returns true for a port that serves the JSON Ledger API itself. */
export const isJsonApiPort = (port: number): boolean => port % 1000 === 975;

const removeBasePath = (base: string, path: string): string | undefined => {
  if (path === base) return "/";
  return path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
};

/** Returns the service that a request is for; undefined if LocalNet serves nothing at this address. */
export const findServiceTarget = ({
  port,
  host,
  path,
}: LocalnetRequestAddress): LocalnetServiceTarget | undefined => {
  const node = nodeNameByPortPrefix.get(Math.floor(port / 1000)) ?? "appUser";
  if (isJsonApiPort(port)) return { service: "ledger", node, path };
  const [name] = host.toLowerCase().split(".");
  const isLedgerHost = name === "json-ledger-api" || name === "canton";
  if (port !== 0 && isLedgerHost) return { service: "ledger", node, path };
  const services = [
    ["validator", removeBasePath("/api/validator", path)],
    ["scan", removeBasePath("/api/scan", path)],
    ["registry", path.startsWith("/registry/") ? path : undefined],
  ] as const;
  for (const [service, rest] of services) {
    if (rest === undefined || !isServedOnPort(service, port, name)) continue;
    return { service, node, path: rest };
  }
  return port === 0 ? { service: "ledger", node, path } : undefined;
};

/**
 * Returns true if a service is served at a port. Only one gateway serves Scan and its registry. The other
 * gateways and the validators' own ports serve the validators.
 */
const isServedOnPort = (
  service: "validator" | "scan" | "registry",
  port: number,
  name: string | undefined,
): boolean => {
  if (port === 0) return true;
  if (service === "validator") return name !== "scan" && name !== "sv";
  return port === 4000 && (name === "scan" || name === "localhost" || name === "127");
};
