import { definePackage } from "./define-package.ts";
import { defineTemplate } from "./define-template.ts";
import { Party, Text } from "./types/scalars.ts";

/** A message that its responder acknowledges by archiving it. */
export const Ping = defineTemplate("Canton.Internal.Ping:Ping", {
  payload: { id: Text, initiator: Party, responder: Party },
  signatories: ({ initiator }) => [initiator],
  observers: ({ responder }) => [responder],
  choices: {
    Respond: { controllers: ({ responder }) => [responder] },
  },
});

Ping.implement({ Respond: () => undefined });

/**
 * Stands in for the ping package that every participant has, so that generic clients find a
 * template. All versions of the real package are higher. Therefore the package name refers to the
 * real package after its DAR was uploaded.
 */
export const pingPackage = definePackage({
  name: "canton-builtin-admin-workflow-ping",
  version: "1.0.0",
  templates: { Ping },
});
