import { testSoundness } from "./soundness.ts";

testSoundness("ILP32");
