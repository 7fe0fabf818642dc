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

/** Whether a Host header names this very machine. */
export const isLoopbackHost = (host: string): boolean => {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === "localhost" || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ""));
};

/**
 * Whether a Host header has no name that a stranger could have pointed at this machine: an address, or a
 * name without a dot, as `localhost` and those of containers, which no registry gives away.
 */
export const isAddressOrLocalName = (host: string): boolean => {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return !hostname.includes(".") || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
};

/** Whether a web page comes from this very machine. */
export const isLoopbackOrigin = (origin: string): boolean =>
  isLoopbackHost(origin.replace(/^https?:\/\//, ""));

/**
 * Why a request does not come from a program on this very machine; undefined when it does. A proxy
 * that speaks for others does not count as one, nor does a web page of another origin, nor one that
 * reached this machine under a foreign name.
 */
export const foreignness = ({ socket, headers }: IncomingMessage): string | undefined => {
  if (!isLoopbackAddress(socket.remoteAddress ?? "")) return "it comes from another machine";
  if (headers.forwarded !== undefined || headers["x-forwarded-for"] !== undefined) {
    return "a proxy passed it on";
  }
  if (!isLoopbackHost(headers.host ?? "")) return "it names another host";
  const { origin } = headers;
  if (origin !== undefined && !isLoopbackOrigin(origin)) {
    return "it comes from a web page of another origin";
  }
  return undefined;
};
