# SPDX-License-Identifier: MIT
"""Plants breaches of every rule and expects each to be found, and clean files to pass."""
import tempfile
import unittest
from pathlib import Path

from check_layout import IO_FOLDERS, LAYERS, PARTS, ROOMS, check_tree, stale_rows

LICENCE = "// SPDX-License-Identifier: MIT\n"


class CheckLayoutTest(unittest.TestCase):
    def breaches(self, files, headers=True):
        """Those in the files; where asked for, every source has a clean header beside it."""
        with tempfile.TemporaryDirectory() as folder:
            beside = {name[:-4] + ".hpp": LICENCE for name in files if headers and name.endswith(".cpp")}
            for name, text in {**beside, **files}.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return check_tree(Path(folder))

    def room(self, layer):
        """A folder of a layer, from src/, whose sources stand in a room where the layer has rooms."""
        return "/".join([layer, *ROOMS.get(layer, [])[:1]])

    def folder(self, layer):
        return "app" if layer == "app" else f"src/{self.room(layer)}"

    def test_every_upward_include_is_found_and_every_downward_one_passes(self):
        for i, source in enumerate(LAYERS):
            for j, target in enumerate(LAYERS):
                file = f"{self.folder(source)}/a.cpp"
                found = self.breaches({file: LICENCE + f'#include "{self.room(target)}/b.hpp"\n'})
                self.assertEqual(len(found), 1 if j < i else 0, (source, target, found))
                if found:
                    self.assertTrue(found[0].startswith(f"{file}:2: "), found)

    def test_what_needs_a_toolkit_stays_in_its_folders(self):
        include = LICENCE + '#include "stencils/gpu/temporal/cuda/b.hpp"\n'
        self.assertEqual(len(self.breaches({"src/stencils/gpu/temporal/a.cpp": include})), 1)
        self.assertEqual(self.breaches({"src/stencils/gpu/temporal/cuda/a.cpp": include}), [])

    def test_headers_have_the_ending_that_is_checked(self):
        self.assertEqual(len(self.breaches({"src/stencils/grid/a.h": LICENCE})), 1)

    def test_includes_of_what_is_here_stand_in_quotes(self):
        self.assertEqual(len(self.breaches({"src/boundary/a.cpp": LICENCE + "#include <solvers/plan/plan.hpp>\n"})), 1)
        self.assertEqual(self.breaches({"src/boundary/a.cpp": LICENCE + "#include <vector>\n"}), [])

    def test_sources_of_other_endings_and_their_includes_are_found(self):
        found = self.breaches({"src/stencils/grid/a.cpp": LICENCE + '#include "stencils/grid/rows.inc"\n',
                               "src/stencils/grid/rows.inc": '#include "solvers/plan/plan.hpp"\n', "src/stencils/grid/README.md": "",
                               "app/CMakeLists.txt": ""})
        self.assertEqual([line.split(": ")[0] for line in found], ["src/stencils/grid/a.cpp:2", "src/stencils/grid/rows.inc:1"], found)

    def test_upward_include_in_a_subfolder_is_found(self):
        self.assertEqual(len(self.breaches({"src/stencils/cpu/a.cpp": LICENCE + '  #  include "solvers/plan/plan.hpp"\n'})), 1)

    def test_folders_of_io_include_one_way(self):
        allowed = {("scene", "model"), ("scene", "mesh"), ("result", "picture")}
        for source in (*IO_FOLDERS, None):
            for target in IO_FOLDERS:
                file = f"src/io/{source}/a.cpp" if source else "src/io/a.cpp"
                found = self.breaches({file: LICENCE + f'#include "io/{target}/b.hpp"\n'})
                self.assertEqual(len(found), 0 if source == target or (source, target) in allowed else 1, (source, target))
            file = f"src/io/{source}/a.cpp" if source else "src/io/a.cpp"
            self.assertEqual(self.breaches({file: LICENCE + '#include "io/b.hpp"\n'}), [])
        self.assertEqual(self.breaches({"app/a.cpp": LICENCE + '#include "io/scene/b.hpp"\n'}), [])

    def test_rooms_of_a_folder_include_one_way(self):
        for folder, rooms in ROOMS.items():
            self.assertEqual(len(set(rooms)), len(rooms))
            for i, source in enumerate(rooms):
                for j, target in enumerate(rooms):
                    file = f"src/{self.room(f'{folder}/{source}')}/a.cpp"
                    found = self.breaches({file: LICENCE + f'#include "{self.room(f"{folder}/{target}")}/b.hpp"\n'})
                    self.assertEqual(len(found), 1 if j < i else 0, (source, target, found))
                    self.assertTrue(all(line.startswith(f"{file}:2: ") for line in found), found)
                deeper = {f"src/{self.room(f'{folder}/{source}')}/c/a.cpp": LICENCE + f'#include "{folder}/{rooms[0]}/c/b.hpp"\n'}
                self.assertEqual(len(self.breaches(deeper)), 0 if i == 0 else 1, source)
            self.assertEqual(self.breaches({"tests/a.cpp": LICENCE + f'#include "{folder}/{rooms[0]}/b.hpp"\n'}), [])

    def test_sources_in_no_room_are_found(self):
        for folder, rooms in ROOMS.items():
            for place in (folder, f"{folder}/new"):
                for top in ("src", "tests"):
                    found = self.breaches({f"{top}/{place}/a.hpp": LICENCE})
                    self.assertEqual(len(found), 1, (top, place, found))
            found = self.breaches({f"src/{folder}/{rooms[0]}/a.hpp": LICENCE + f'#include "{folder}/new/b.hpp"\n'})
            self.assertEqual(len(found), 1, found)

    def test_tests_that_stand_elsewhere_than_their_source_are_found(self):
        source = {"src/stencils/gpu/sweep/cuda/a.hpp": LICENCE}
        for room, expected in (("stencils/gpu/sweep", 0), ("stencils/gpu/layers", 1), ("stencils/scheme", 1), ("backends", 0)):
            found = self.breaches({**source, f"tests/{room}/a_test.cpp": LICENCE, f"tests/{room}/b_test.cpp": LICENCE})
            self.assertEqual(len(found), expected, (room, found))
            self.assertTrue(all(line.startswith(f"tests/{room}/a_test.cpp:1: ") for line in found), found)
        both = {"src/io/a.hpp": LICENCE, "src/io/scene/a.hpp": LICENCE}
        self.assertEqual(self.breaches({**both, "tests/io/a_test.cpp": LICENCE, "tests/io/scene/a_test.cpp": LICENCE}), [])
        self.assertEqual(len(self.breaches({**both, "tests/io/model/a_test.cpp": LICENCE})), 1)

    def test_includes_relative_to_the_file_are_found(self):
        self.assertEqual(len(self.breaches({"src/io/a.cpp": LICENCE + '#include "a.hpp"\n'})), 1)

    def test_format_libraries_stay_in_io(self):
        for header in ("yaml-cpp/yaml.h", "hdf5.h", "hdf5_hl.h", "H5Cpp.h", "sndfile.h", "png.h", "nlohmann/json.hpp"):
            self.assertEqual(len(self.breaches({"src/solvers/plan/a.cpp": LICENCE + f"#include <{header}>\n"})), 1, header)
            self.assertEqual(self.breaches({"src/io/a.cpp": LICENCE + f"#include <{header}>\n"}), [])

    def test_the_machine_at_hand_stays_out_of_plans(self):
        for include in ('"stencils/gpu/common/visible_gpus.hpp"', '"stencils/gpu/tti/tti_maker.hpp"',
                        '"stencils/gpu/common/cuda/device_memory.hpp"', '"stencils/rtc/nvrtc.hpp"', "<cuda_runtime_api.h>", "<fstream>",
                        "<omp.h>", "<sched.h>", "<sys/sysinfo.h>"):
            in_stencils = "src/stencils/registry/cuda" if "/cuda/" in include else "src/stencils/registry"
            for folder, count in (("src/solvers/plan", 1), ("src/boundary", 1), (in_stencils, 0), ("app", 0)):
                self.assertEqual(len(self.breaches({f"{folder}/a.cpp": LICENCE + f"#include {include}\n"})), count, include)

    def test_command_line_library_stays_in_app(self):
        for folder, count in (("src/io", 1), ("src/stencils/cpu", 1), ("app", 0)):
            self.assertEqual(len(self.breaches({f"{folder}/a.cpp": LICENCE + "#include <CLI/CLI.hpp>\n"})), count)

    def test_printing_and_exiting_below_app_is_found(self):
        for code in ('printf("x");', 'std::printf("x");', "std::cout << 1;", 'std::puts("x");', "std::exit(1);",
                     'fmt::print("x");', "abort();"):
            self.assertEqual(len(self.breaches({"src/io/a.cpp": LICENCE + f"void f() {{ {code} }}\n"})), 1, code)
            self.assertEqual(self.breaches({"app/a.cpp": LICENCE + f"void f() {{ {code} }}\n"}), [], code)
        self.assertEqual(len(self.breaches({"src/io/a.cpp": LICENCE + "#include <iostream>\n"})), 1)

    def test_questions_for_the_kind_of_a_medium_are_found(self):
        for text in ("if (std::get_if<DensityShape>(&shape.medium))", "is_kind<wavesim::TtiShape>", "std::visit(tell, problem.medium);"):
            line = LICENCE + f"int a() {{ {text} }}\n"
            self.assertEqual(len(self.breaches({"src/solvers/plan/a.cpp": line})), 1, text)
            self.assertEqual(len(self.breaches({"app/a.cpp": line})), 1, text)
            self.assertEqual(self.breaches({"src/stencils/gpu/tti/a_backends.cpp": line}), [])
            self.assertEqual(self.breaches({"src/solvers/plan/a.cpp": LICENCE + f"// {text}\n"}), [])
        self.assertEqual(self.breaches({"src/solvers/plan/a.cpp": LICENCE + "int b = std::get<Offset>(c);\n"}), [])

    def test_words_in_comments_literals_and_other_names_pass(self):
        clean = LICENCE + '// printf("x")\n/* std::cout\nexit(1) */\nvoid g() { std::snprintf(b, 4, "exit(1)"); }\n' \
                          "void h() { at_exit(1); }\n" 'auto r = R"(std::cout << 1;)";\n'
        self.assertEqual(self.breaches({"src/io/a.cpp": clean}), [])

    def test_sources_without_a_header_are_found(self):
        for name, count in (("src/solvers/plan/a.cpp", 1), ("app/a.cpp", 1), ("src/io/scene/a.cpp", 1), ("app/main.cpp", 0),
                            ("src/io/scene/resolve_a.cpp", 0), ("src/stencils/cpu/a.isa.cpp", 0), ("tests/io/a_test.cpp", 0),
                            ("src/stencils/gpu/sweep/a_form.cpp", 0), ("src/stencils/gpu/sweep/no_cuda/a.cpp", 1)):
            self.assertEqual(len(self.breaches({name: LICENCE}, headers=False)), count, name)
        self.assertEqual(self.breaches({"app/a.cpp": LICENCE + '#include "app/commands.hpp"\n'}, headers=False), [])
        for folder, count in (("cuda", 0), ("no_cuda", 0), ("other", 1)):  # whose header stands above
            files = {"src/stencils/gpu/tti/a.hpp": LICENCE, f"src/stencils/gpu/tti/{folder}/a.cpp": LICENCE}
            self.assertEqual(len(self.breaches(files, headers=False)), count, folder)

    def test_long_files_are_found(self):
        self.assertEqual(self.breaches({"tests/io/a.cpp": LICENCE + "\n" * 399}), [])
        self.assertEqual(len(self.breaches({"tests/io/a.cpp": LICENCE + "\n" * 400})), 1)

    def test_missing_licence_line_is_found(self):
        for name in ("src/io/a.hpp", "app/a.cpp", "tests/io/a_test.cpp", "tests/python/a.py"):
            self.assertEqual(len(self.breaches({name: "int x;\n"})), 1, name)

    def classes(self, *texts, names=("src/io/a.hpp", "src/solvers/plan/b.hpp")):
        """Breaches where each of the texts is a file."""
        return self.breaches({name: LICENCE + text for name, text in zip(names, texts)}, headers=False)

    def test_a_class_that_is_defined_twice_in_one_namespace_is_found(self):
        for first in ("struct A {};", "class A {\n};", "enum class A { x };", "enum A : int { x };", "union A { int i; };",
                      "template <class T>\nstruct A {};", "class A final : public B {};", "struct alignas(16) A {};",
                      "struct [[nodiscard]] A {};", "template <class T, class U = B<T>>\n    requires is_x<T>\nclass A {};",
                      "inline struct A {} a;", "void f(B b = {}) {\n    g();\n}\nint n = 1'000;\nstruct A {};"):
            for second in ("enum class A { source, receiver };", "#ifdef A\n#endif\nstruct A;\nstruct A {};"):
                found = self.classes(f"namespace wavesim {{\n{first}\n}}\n", f"namespace wavesim {{ {second} }}\n")
                self.assertEqual(len(found), 1, (first, second, found))
                self.assertTrue(found[0].startswith("src/solvers/plan/b.hpp:"), found)
                self.assertIn("defines wavesim::A, which src/io/a.hpp:", found[0])

    def test_classes_twice_are_found_in_sources_and_in_every_way_to_write_a_namespace(self):
        first = "namespace a::b { struct A {}; }\n"
        for second in (first, "namespace a { inline namespace b { struct A {}; } }\n",
                       "namespace a { namespace b {\nclass A {};\n} }\n"):
            for names in (("src/io/main.cuh", "src/io/c.hpp"), ("app/a.hpp", "app/main.cpp")):
                self.assertEqual(len(self.classes(first, second, names=names)), 1, (second, names))
        unnamed = "namespace a::b { namespace { struct A {}; } }\n"
        self.assertEqual(len(self.classes(first, unnamed)), 1)
        self.assertEqual(self.classes(first, unnamed, names=("src/io/a.hpp", "app/main.cpp")), [])
        self.assertEqual(len(self.classes("struct A {};\n", 'extern "C" {\nstruct A {};\n}\n')), 1)

    def test_classes_of_one_name_that_are_not_the_same_pass(self):
        first = "namespace wavesim { struct A { int i; }; }\n"
        for second in ("namespace wavesim { struct A; enum class A : int; class B { struct A {}; }; }",
                       "namespace wavesim { void f() { struct A {}; } struct C { void f() { struct A {}; } }; }",
                       "namespace wavesim::test { struct A {}; }", "namespace other { struct A {}; }",
                       "namespace wavesim { template <> struct A<int> {}; struct B::A {}; }",
                       "namespace wavesim { using A = int; template <class A> void f() {} struct A f() { return {}; } }",
                       '/* struct A {}; */ namespace wavesim { const char* a = "struct A {"; // struct A {\n}'):
            self.assertEqual(self.classes(first, second + "\n"), [], second)
        self.assertEqual(self.classes(first, first, names=("src/io/a.hpp", "tests/io/a.hpp")), [])

    def test_folders_that_include_each_other_are_found(self):
        def include(file):
            return LICENCE + f'#include "{file}"\n'

        above = {"src/stencils/cpu/tti/b.cpp": include("stencils/cpu/c.hpp")}
        self.assertEqual(self.breaches(above), [])
        found = self.breaches({**above, "src/stencils/cpu/a.cpp": include("stencils/cpu/tti/b.hpp")})
        self.assertEqual(found, ["src/stencils/cpu/a.cpp:2: folders include each other in a circle: "
                                 "stencils/cpu -> stencils/cpu/tti -> stencils/cpu"])
        study = {"app/study/b.cpp": include("app/c.hpp")}
        self.assertEqual(self.breaches({**study, "app/main.cpp": include("app/study/b.hpp")}), [])
        self.assertEqual(len(self.breaches({**study, "app/a.cpp": include("app/study/b.hpp")})), 1)
        three = {f"app/{own}/a.cpp": include(f"app/{other}/a.hpp") for own, other in ("xy", "yz", "zx")}
        self.assertEqual(len(self.breaches(three)), 1)
        cuda = {"src/programs/cuda/a.cpp": include("programs/c.hpp"), "src/programs/c.cpp": include("programs/cuda/a.hpp")}
        self.assertEqual(self.breaches(cuda), [])

    def test_rows_of_the_tables_that_name_nothing_are_found(self):
        root = Path(__file__).resolve().parent.parent.parent
        self.assertEqual(stale_rows(root, ROOMS, PARTS), [])
        self.assertEqual(stale_rows(root, {"stencils": ["cpu", "gone"]}, {"boundary/gone": "energy", "boundary/stiffness": "lost"}),
                         [f"check_layout.py: names src/{path}, which is not there"
                          for path in ("stencils/gone", "boundary/gone.cpp", "boundary/lost.hpp")])

    def test_an_empty_tree_is_found(self):
        self.assertEqual(len(self.breaches({"README.md": ""})), 1)


if __name__ == "__main__":
    unittest.main()
