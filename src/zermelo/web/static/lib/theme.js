// Light or dark: as the system has it, or as the button says.

const system = matchMedia("(prefers-color-scheme: dark)");

function paint() {
  const chosen = localStorage.getItem("theme");
  document.documentElement.classList.toggle("dark", chosen ? chosen === "dark" : system.matches);
}

document.getElementById("theme")?.addEventListener("click", () => {
  localStorage.setItem("theme", document.documentElement.classList.contains("dark") ? "light" : "dark");
  paint();
});
system.addEventListener("change", paint);
paint();
