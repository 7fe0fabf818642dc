import type { IncomingMessage } from "node:http";

import { type ApiReply, createTextReply } from "../api/reply.ts";

/** A request that may have passed through mounted apps. */
export interface MountedAppRequest extends IncomingMessage {
  readonly originalUrl?: string;
  /** Mount path; empty for the root. */
  readonly baseUrl?: string;
}

/** Limits of a participant's server, in characters. */
const maxTargetLength = 2048;
const maxHeaderLength = 8192;
const maxHeaders = 64;

const acceptedMethods = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE",
]);

/**
 * Returns a participant's refusal of a request line or headers; undefined if they are valid. 400
 * for an invalid target, more than 64 headers, or not exactly one Host; 414 for a target of more
 * than 2048 characters, 431 for a header of more than 8192, 501 for an unknown method and 505 for
 * another version of HTTP.
 */
export const findRequestHeadRefusal = (request: MountedAppRequest): ApiReply | undefined => {
  const { method = "", url = "", originalUrl: target = url } = request;
  if (!acceptedMethods.has(method)) {
    return createRefusalReply(501, `The method ${method} is not known.`);
  }
  if (target.length > maxTargetLength) {
    return createRefusalReply(414, `The URI is longer than ${maxTargetLength} characters.`);
  }
  if (illegalTargetPattern.test(target)) {
    return createRefusalReply(400, "The target of the request is not a URI.");
  }
  if (request.httpVersionMajor !== 1) {
    return createRefusalReply(505, "Only HTTP 1.0 and 1.1 are supported.");
  }
  return findHeaderRefusal(request);
};

/** Returns the refusal of the headers; undefined if they are valid. */
const findHeaderRefusal = ({
  rawHeaders,
  httpVersionMinor,
}: IncomingMessage): ApiReply | undefined => {
  if (rawHeaders.length > 2 * maxHeaders) {
    return createRefusalReply(400, `There are more than ${maxHeaders} headers.`);
  }
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    const value = rawHeaders[at + 1] ?? "";
    if (value.length > maxHeaderLength) {
      return createRefusalReply(
        431,
        `The header ${name} is longer than ${maxHeaderLength} characters.`,
      );
    }
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  if (hosts > 1) return createRefusalReply(400, "There is more than one Host header.");
  return hosts === 0 && httpVersionMinor > 0
    ? createRefusalReply(400, "There is no Host header.")
    : undefined;
};

/** A fragment, an incomplete escape, or an unescaped character in the path. */
const illegalTargetPattern = /^[^?]*[^\w\-.~!$&'()*+,;=:@%/?]|#|%(?![0-9a-f]{2})/i;

/** Closes the connection, because the following bytes cannot be trusted. */
const createRefusalReply = (status: number, text: string): ApiReply =>
  createTextReply(text, status, { Connection: "close" });
