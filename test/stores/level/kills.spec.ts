import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { useFolder } from "../../support/use-folder.ts";
import { describeKills } from "../describe-kills.ts";

describe("store in a folder whose process is killed @slow", () => {
  const place = useFolder("kills");
  describeKills({ place, open: openLevelStore, module: "./lib/stores/level/index.ts" });
});
