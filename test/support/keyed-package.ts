import { definePackage, defineTemplate, Party, Text } from "../../lib/index.ts";

const Entry = defineTemplate("Keyed:Entry", {
  payload: { owner: Party, name: Text, text: Text },
  signatories: ({ owner }) => [owner],
  key: {
    type: { owner: Party, name: Text },
    of: ({ owner, name }) => ({ owner, name }),
    maintainers: ({ owner }) => [owner],
  },
  choices: {
    Look: {
      argument: { viewer: Party },
      consuming: false,
      controllers: (_entry, { viewer }) => [viewer],
    },
  },
});

Entry.implement({ Look: () => undefined });

/** A template with a key, and a choice that any party may exercise. */
export const keyedPackage = definePackage({
  name: "keyed",
  version: "1.0.0",
  templates: { Entry },
});
