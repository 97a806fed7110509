// SPDX-License-Identifier: MIT
#include "stencils/rtc/nvrtc.hpp"

#include <dlfcn.h>
#include <nvrtc.h>

#include <array>

#include "stencils/rtc/embedded_headers.hpp"
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

namespace {

/// The library's functions, loaded once; `reason` is the reason why they are missing.
struct Library {
    std::string reason;
    decltype(&nvrtcVersion) version = nullptr;
    decltype(&nvrtcCreateProgram) create = nullptr;
    decltype(&nvrtcDestroyProgram) destroy = nullptr;
    decltype(&nvrtcCompileProgram) compile = nullptr;
    decltype(&nvrtcGetProgramLogSize) log_size = nullptr;
    decltype(&nvrtcGetProgramLog) log = nullptr;
    decltype(&nvrtcGetCUBINSize) cubin_size = nullptr;
    decltype(&nvrtcGetCUBIN) cubin = nullptr;
    decltype(&nvrtcGetErrorString) error = nullptr;

    Library() {
        void* handle = nullptr;
        for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so.13",
                                 "/usr/local/cuda/lib64/libnvrtc.so.12"})
            if ((handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)) != nullptr) break;
        if (handle == nullptr) {
            reason = "the CUDA run-time compiler (libnvrtc.so.13 or .12) is not on this machine";
            return;
        }
        const auto find = [&](auto& function, const char* name) {
            function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(handle, name));
            if (function == nullptr) reason = std::string("the CUDA run-time compiler lacks ") + name;
        };
        find(version, "nvrtcVersion");
        find(create, "nvrtcCreateProgram");
        find(destroy, "nvrtcDestroyProgram");
        find(compile, "nvrtcCompileProgram");
        find(log_size, "nvrtcGetProgramLogSize");
        find(log, "nvrtcGetProgramLog");
        find(cubin_size, "nvrtcGetCUBINSize");
        find(cubin, "nvrtcGetCUBIN");
        find(error, "nvrtcGetErrorString");
        if (reason.empty()) load_builtins();
    }

    /// The library opens its second part by its bare name. If the toolkit is not in the loader's search path, this
    /// works only if that part is already loaded. Otherwise this call has no effect.
    void load_builtins() const {
        int major = 0;
        int minor = 0;
        version(&major, &minor);
        const std::string number = std::to_string(major) + "." + std::to_string(minor);
        dlopen(("/usr/local/cuda/lib64/libnvrtc-builtins.so." + number).c_str(), RTLD_NOW | RTLD_LOCAL);
    }
};

const Library& library() {
    static const Library loaded;
    return loaded;
}

}  // namespace

std::string nvrtc_why_not() { return library().reason; }

std::string nvrtc_version() {
    if (!library().reason.empty()) return {};
    int major = 0;
    int minor = 0;
    library().version(&major, &minor);
    return std::to_string(major) + "." + std::to_string(minor);
}

std::vector<std::string> nvrtc_options(const std::string& architecture) {
    // No contraction: every fused multiply-add is written out, so that the emulator computes the same bits.
    return {"--gpu-architecture=" + architecture, "--std=c++20", "--fmad=false", "--ptxas-options=-v",
            "--device-as-default-execution-space"};
}

CompiledSource nvrtc_compile(const std::string& name, const std::string& source, const std::string& architecture) {
    const Library& nvrtc = library();
    if (!nvrtc.reason.empty()) throw KernelError(nvrtc.reason);

    std::vector<const char*> names;
    std::vector<const char*> texts;
    for (const EmbeddedHeader& header : embedded_headers()) {
        names.push_back(header.name);
        texts.push_back(header.text);
    }
    nvrtcProgram program = nullptr;
    nvrtcResult result = nvrtc.create(&program, source.c_str(), (name + ".cu").c_str(), static_cast<int>(names.size()),
                                      texts.data(), names.data());
    if (result != NVRTC_SUCCESS) throw KernelError("kernel " + name + ": " + nvrtc.error(result));
    const std::vector<std::string> options = nvrtc_options(architecture);
    std::vector<const char*> option_texts;
    for (const std::string& option : options) option_texts.push_back(option.c_str());
    result = nvrtc.compile(program, static_cast<int>(option_texts.size()), option_texts.data());

    CompiledSource compiled;
    std::size_t size = 0;
    nvrtc.log_size(program, &size);
    compiled.log.resize(size);
    nvrtc.log(program, compiled.log.data());
    while (!compiled.log.empty() && compiled.log.back() == '\0') compiled.log.pop_back();
    if (result == NVRTC_SUCCESS) result = nvrtc.cubin_size(program, &size);
    if (result == NVRTC_SUCCESS) {
        compiled.cubin.resize(size);
        result = nvrtc.cubin(program, compiled.cubin.data());
    }
    nvrtc.destroy(&program);
    if (result != NVRTC_SUCCESS) {
        std::string all_options;
        for (const std::string& option : options) all_options += " " + option;
        throw KernelError("kernel " + name + " does not compile (" + nvrtc.error(result) + "), options" + all_options +
                          "\n" + compiled.log);
    }
    return compiled;
}

}  // namespace wavesim
