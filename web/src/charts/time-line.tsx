/** CPU time and memory of one run over wall time. */
import "./locale-guard.ts";
import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import type { TimeLine } from "../../../src/ground/model/index.ts";
import { formatMemory, secondsForPeople } from "../../../src/organiser/tables/index.ts";
import { color, themeVersion } from "./theme.ts";

export function TimeLineChart({ samples }: { samples: TimeLine }): VNode {
  const host = useRef<HTMLDivElement>(null);
  const version = themeVersion.value;
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const [soft, line, first, second] = [
      color("soft"),
      color("line"),
      color("accent"),
      color("weak"),
    ];
    const axis = {
      stroke: soft,
      grid: { stroke: line, width: 1 },
      ticks: { stroke: line, width: 1 },
      font: "12px system-ui, sans-serif",
    };
    const chart = new uPlot(
      {
        width: Math.max(260, element.clientWidth),
        height: 240,
        legend: { show: false },
        scales: { x: { time: false }, cpu: {}, memory: {} },
        axes: [
          { ...axis, label: "wall time (s)", size: 40 },
          { ...axis, scale: "cpu", label: "CPU time (s)", stroke: first, size: 54 },
          {
            ...axis,
            scale: "memory",
            side: 1,
            label: "memory (MB), dashed",
            stroke: second,
            size: 54,
            grid: { show: false },
          },
        ],
        series: [
          {},
          { label: "CPU time", scale: "cpu", stroke: first, width: 2 },
          { label: "memory", scale: "memory", stroke: second, width: 2, dash: [6, 4] },
        ],
      },
      [
        [...samples.seconds],
        [...samples.cpuSeconds],
        samples.memoryBytes.map((bytes) => bytes / 1e6),
      ],
      element,
    );
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: Math.max(260, element.clientWidth), height: 240 }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [samples, version]);
  const peak = Math.max(...samples.memoryBytes);
  return (
    <figure class="card figure">
      <div class="chart" ref={host} />
      <figcaption>
        {secondsForPeople(samples.cpuSeconds.at(-1))} of CPU time after{" "}
        {secondsForPeople(samples.seconds.at(-1))}; at most {formatMemory(peak)} at a sampled
        moment.
      </figcaption>
    </figure>
  );
}
