"""Running a tool: one door (`door.ToolRunner.run`) and one small file per way of running."""
