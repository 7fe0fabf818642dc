// shop 1.0.0
// By ledger-in-a-box codegen: do not edit

import type { Package } from "../contracts.ts";

export const home: Package = {
  name: "shop",
  version: "1.0.0",
  id: "c80a9289569256b287c85433fdd85bbbc57ec788c592c0a25cf92f4b382cc4bd",
};
