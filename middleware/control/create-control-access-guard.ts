import type { RequestHandler } from "express";

import { createBearerSecretCheck } from "../node-http/bearer-secret.ts";
import { explainNonLocalRequest } from "../node-http/loopback.ts";
import { createControlSecretHint, createRemoteAccessHint } from "./control-hint.ts";

/**
 * Returns a handler that admits requests with the secret. If the secret is undefined, it admits
 * requests of programs on this machine. Throws a TypeError for an empty secret.
 */
export const createControlAccessGuard = (secret: string | undefined): RequestHandler =>
  secret === undefined ? requireLocalProgram : requireSecretHeader(secret);

const requireLocalProgram: RequestHandler = (request, response, next) => {
  const why = explainNonLocalRequest(request);
  if (why === undefined) return next();
  const cause = `The control API admits only programs on its own machine. This request is refused: ${why}.`;
  const body = { code: "PERMISSION_DENIED", cause, context: {}, hint: createRemoteAccessHint(why) };
  response.status(403).json(body);
};

const requireSecretHeader = (secret: string): RequestHandler => {
  if (secret === "") throw new TypeError("The secret of the control API must not be empty.");
  const hasSecret = createBearerSecretCheck(secret);
  return (request, response, next) => {
    if (hasSecret(request.headers.authorization)) return next();
    response.setHeader("WWW-Authenticate", "Bearer");
    const cause = "The control API requires its secret, as Authorization: Bearer <secret>.";
    const addedHint = createControlSecretHint(request.headers.authorization);
    response.status(401).json({ code: "UNAUTHENTICATED", cause, context: {}, hint: addedHint });
  };
};
