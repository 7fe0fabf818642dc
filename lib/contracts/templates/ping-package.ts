import { definePackage } from "./define-package.ts";
import { defineTemplate } from "./define-template.ts";
import { Party, Text } from "./types/scalars.ts";

/** A message that its responder answers by archiving it. */
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
 * Stands in for the package that every participant carries, so that generic clients have something to
 * talk to. All versions of the real one are higher: once its DAR is uploaded, its name means that.
 */
export const pingPackage = definePackage({
  name: "canton-builtin-admin-workflow-ping",
  version: "1.0.0",
  templates: { Ping },
});
