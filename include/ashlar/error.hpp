/** Errors of the library as exceptions of C++17. */
#ifndef ASHLAR_ERROR_HPP
#define ASHLAR_ERROR_HPP

#include <stdexcept>
#include <string>

#include <ashlar/status.h>

namespace ashlar
{

/** A call has failed: status() is its code, what() the sentence of ashlar_error_message(). */
class error : public std::runtime_error
{
  public:
    error(int status, const std::string &message) : std::runtime_error(message), status_(status)
    {
    }
    int status() const noexcept
    {
        return status_;
    }

  private:
    int status_;
};

namespace detail
{
/* Out of line, so that what calls check() stays small enough to be inlined. */
[[noreturn, gnu::noinline, gnu::cold]] inline void throw_error(int status)
{
    throw error(status, ashlar_error_message());
}
} // namespace detail

/** Throw what a call has returned, unless that is ASHLAR_OK. */
inline void check(int status)
{
    if (status != ASHLAR_OK)
        detail::throw_error(status);
}

} // namespace ashlar
#endif
