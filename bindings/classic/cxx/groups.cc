// Process groups as objects: who ends a group.
#include "gaxx.h"

namespace GA
{

PGroup::PGroup(int handle, int *uses) : mPHandle(handle), mUses(uses)
{
}

PGroup::PGroup(int *plist, int size) : mPHandle(GA_Pgroup_create(plist, size)), mUses(new int(1))
{
}

PGroup::PGroup(const PGroup &other) : mPHandle(other.mPHandle), mUses(other.mUses)
{
    if (mUses)
        ++*mUses;
}

PGroup &PGroup::operator=(const PGroup &other)
{
    if (other.mUses)
        ++*other.mUses;
    leave();
    mPHandle = other.mPHandle;
    mUses = other.mUses;
    return *this;
}

PGroup::~PGroup()
{
    leave();
}

void PGroup::leave()
{
    if (!mUses || --*mUses > 0)
        return;
    delete mUses;
    if (GA_Initialized())
        GA_Pgroup_destroy(mPHandle);
}

// One object for each handle, so that a pointer goes on naming its group when the default is
// another.
PGroup *PGroup::named(int handle)
{
    static struct entry {
        PGroup *group;
        entry *next;
    } * entries;
    for (entry *e = entries; e; e = e->next)
        if (e->group->mPHandle == handle)
            return e->group;
    entry *const e = new entry;
    e->group = new PGroup(handle, 0);
    e->next = entries;
    entries = e;
    return e->group;
}

PGroup *PGroup::getDefault()
{
    return named(GA_Pgroup_get_default());
}

PGroup *PGroup::getMirror()
{
    return named(GA_Pgroup_get_mirror());
}

PGroup *PGroup::getWorld()
{
    return named(GA_Pgroup_get_world());
}

PGroup PGroup::duplicate()
{
    return PGroup(GA_Pgroup_duplicate(mPHandle), new int(1));
}

PGroup PGroup::self()
{
    return PGroup(GA_Pgroup_self(), new int(1));
}

void PGroup::setDefault(PGroup *p_handle)
{
    GA_Pgroup_set_default(p_handle->mPHandle);
}

} // namespace GA
