import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { useFolder } from "../../support/use-folder.ts";
import { describeServedKills } from "../served-kills.ts";

describe("ledger in a folder whose server is killed @slow", () => {
  const place = useFolder("served-kills");
  describeServedKills({
    module: "./lib/stores/level/index.ts",
    open: "openLevelStore",
    opened: openLevelStore,
    place,
    servers: 1,
  });
});
