import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet("127.0.0.0", 8, "ipv4");
loopbackAddresses.addAddress("::1", "ipv6");

const isLoopbackAddress = (address: string): boolean => {
  // IPv4 over an IPv6 socket.
  const plain = address.replace(/^::ffff:(?=\d)/i, "");
  const family = isIP(plain);
  return family !== 0 && loopbackAddresses.check(plain, family === 4 ? "ipv4" : "ipv6");
};

/** Returns a host as it is written in URLs and Host headers: an IPv6 address in brackets. */
export const formatHostForUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** Returns true if a Host header names this machine by a loopback name. */
export const isLoopbackHost = (host: string): boolean => {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === "localhost" || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ""));
};

/** Returns the host of the URLs of a server that listens on a host. Clients cannot connect to wildcards. */
export const toConnectableHost = (host: string): string =>
  host === "0.0.0.0" || host === "::" ? "127.0.0.1" : formatHostForUrl(host);

/**
 * Returns true if a Host header cannot be a DNS name that an attacker points at this machine: an
 * address, or a name without a dot, such as `localhost` or a container's name, which cannot be
 * registered.
 */
export const isIpAddressOrLocalHostName = (host: string): boolean => {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return !hostname.includes(".") || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
};

/** Returns true if the origin of a web page is this machine. */
export const isLoopbackOrigin = (origin: string): boolean =>
  isLoopbackHost(origin.replace(/^https?:\/\//, ""));

/**
 * Returns why a request does not come from a program on this machine; undefined if it does. Refuses
 * requests through a forwarding proxy, from a web page of another origin, and for a host name that
 * is not a loopback name.
 */
export const explainNonLocalRequest = ({
  socket,
  headers,
}: IncomingMessage): string | undefined => {
  if (!isLoopbackAddress(socket.remoteAddress ?? "")) return "it comes from another machine";
  if (headers.forwarded !== undefined || headers["x-forwarded-for"] !== undefined) {
    return "a proxy forwarded it";
  }
  if (!isLoopbackHost(headers.host ?? "")) return "it names another host";
  const { origin } = headers;
  if (origin !== undefined && !isLoopbackOrigin(origin)) {
    return "it comes from a web page of another origin";
  }
  return undefined;
};
